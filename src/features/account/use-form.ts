import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Failure, Reply } from '#contract/envelope.ts'
import type { PostedForm } from '#contract/posted-form.ts'

type Errors<Name extends string> = Partial<Record<Name, string>>

type Options<Name extends string, Data> = {
  start: Record<Name, string>
  /** The form as it was posted without JavaScript. */
  posted?: PostedForm | null | undefined
  save: (values: Record<Name, string>) => Promise<Reply<Data>>
  onSaved: (data: Data) => void
  /** The field that shows a refusal without field errors. */
  fieldOf?: (failure: Failure) => Name | undefined
}

/**
 * A form with a submit button: errors are shown at their fields and get the focus, a success is shown beside
 * the button. A refusal keeps the entered values.
 */
export function useForm<Name extends string, Data>({
  start,
  posted,
  save,
  onSaved,
  fieldOf,
}: Options<Name, Data>) {
  const [values, setValues] = useState(() => ({ ...start, ...posted?.values }))
  const [errors, setErrors] = useState((posted?.errors ?? {}) as Errors<Name>)
  const [outcome, setOutcome] = useState<{ isSaved: boolean; text: string } | null>(null)
  const [isSaving, setSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useFocusOnError(form, errors)

  function change(name: Name, value: string) {
    setValues((now) => ({ ...now, [name]: value }))
    setOutcome(null)
    if (errors[name]) setErrors(({ [name]: _, ...others }) => others as Errors<Name>)
  }

  async function submit() {
    if (isSaving) return
    setSaving(true)
    setOutcome(null)
    const reply = await save(values)
    setSaving(false)
    if (reply.status === 'success') {
      setErrors({})
      setOutcome({ isSaved: true, text: reply.message ?? 'Saved' })
      return onSaved(reply.data)
    }
    const found = errorsOf(reply, fieldOf)
    setErrors(found)
    if (Object.keys(found).length === 0) setOutcome({ isSaved: false, text: reply.message })
  }

  return {
    form,
    values,
    errors,
    outcome,
    isSaving,
    change,
    reset: (next: Record<Name, string>) => setValues(next),
    /** For a text field of this name. */
    field: (name: Name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (event: { target: { value: string } }) => change(name, event.target.value),
    }),
    onSubmit(event: { preventDefault(): void }) {
      event.preventDefault()
      void submit()
    },
  }
}

function errorsOf<Name extends string>(
  failure: Failure,
  fieldOf?: (failure: Failure) => Name | undefined,
): Errors<Name> {
  const named = Object.entries(failure.errors ?? {}).map(([name, messages]) => [name, messages[0]])
  if (named.length > 0) return Object.fromEntries(named)
  const name = fieldOf?.(failure)
  return name ? ({ [name]: failure.message } as Errors<Name>) : {}
}

function useFocusOnError(form: RefObject<HTMLFormElement | null>, errors: object) {
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    // A shopper who is typing keeps the focus.
    if (form.current?.contains(document.activeElement) && document.activeElement?.matches('input')) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, errors])
}
