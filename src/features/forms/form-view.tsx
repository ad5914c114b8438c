import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { emit } from '#client/events.ts'
import type { PostedState } from '#contract/form.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { ConsentNote } from './consent-note.tsx'
import { FormControl, type ShownField } from './form-control.tsx'
import css from './form-view.module.css'
import { validateEntries } from './read-entries.ts'
import { sendForm, splitErrors } from './send-form.ts'

export type FormShown = {
  name: string
  /** Address that the form posts to, and the page that shows the result without scripts. */
  action: string
  page: string
  fields: readonly ShownField[]
  submit_label: string
  /** What submitting consents to; see `Form` of the contract. */
  consent: string | null
  started: string
  /** Before the names of the fields where the call has them in `values`. */
  prefix: '' | 'values.'
  /** Further values that are sent along. */
  hidden?: Readonly<Record<string, string>>
  /** The result of this form's post without scripts. */
  posted: PostedState | null
}

type Errors = Readonly<Record<string, string>>

/** A form built from data. It posts without scripts; with them it stays on the page. Errors are shown at their fields. */
export function FormView({ form: shown }: { form: FormShown }) {
  const { name, action, page, fields, submit_label, consent, started, prefix, hidden = {}, posted } = shown
  const names = fields.map((field) => field.name)
  const refused = posted && !posted.is_sent ? splitErrors(posted, names) : null
  const [errors, setErrors] = useState<Errors>(refused?.errors ?? {})
  const [message, setMessage] = useState(refused?.message ?? null)
  const [thanks, setThanks] = useState(posted?.is_sent ? posted.message : null)
  const [isBusy, setBusy] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const result = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (attempts === 0) return
    const target = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? result.current
    target?.focus()
  }, [attempts])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const body = new FormData(event.currentTarget)
    setMessage(null)
    const found = validateEntries(body, fields, prefix)
    setErrors(found)
    if (Object.keys(found).length > 0) return setAttempts((count) => count + 1)
    setBusy(true)
    const reply = await sendForm(action, body, names)
    setBusy(false)
    if (reply.status === 'success') {
      setThanks(reply.message)
      emit({ name: 'generate_lead', lead_source: name })
    } else {
      setErrors(reply.errors)
      setMessage(reply.message)
    }
    setAttempts((count) => count + 1)
  }

  /** An error goes as soon as its value is valid. */
  function change({ target }: { target: EventTarget }) {
    const control = target as HTMLInputElement
    const name = control.name.replace(prefix, '').replace('[]', '')
    if (!errors[name] || !form.current) return
    const found = validateEntries(new FormData(form.current), fields, prefix)
    if (found[name] !== errors[name]) setErrors(({ [name]: _, ...others }) => others)
  }

  if (thanks !== null)
    return (
      <div id="posted">
        <Callout tone="success" title={thanks} ref={result} />
      </div>
    )
  const isOptional = fields.some(({ is_required }) => !is_required)
  return (
    <form
      ref={form}
      id={posted ? 'posted' : undefined}
      className={css.form}
      action={action}
      method="post"
      encType={fields.some(({ type }) => type === 'file') ? 'multipart/form-data' : undefined}
      onSubmit={submit}
      onChange={change}
      noValidate
    >
      {message && <Callout tone="error" title={message} ref={result} isAlert />}
      {fields.length > 1 && isOptional && (
        <p className="note">All fields are required unless marked optional.</p>
      )}
      <div className={css.fields}>
        {fields.map((field) => (
          <div key={field.name} className={css.cell} data-width={field.width}>
            <FormControl
              field={field}
              name={prefix + field.name}
              start={posted?.values[prefix + field.name] ?? hidden[field.name]}
              error={errors[field.name]}
            />
          </div>
        ))}
      </div>
      <input type="hidden" name="page" value={page} />
      <input type="hidden" name="started" value={started} />
      {Object.entries(hidden).map(
        ([name, value]) =>
          !fields.some((field) => field.name === name) && (
            <input key={name} type="hidden" name={name} value={value} />
          ),
      )}
      <div className={css.trap} aria-hidden="true">
        <label>
          Leave this field empty <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div>
        <Button type="submit" isBusy={isBusy}>
          {submit_label}
        </Button>
      </div>
      {consent && <ConsentNote className="note" text={consent} />}
    </form>
  )
}
