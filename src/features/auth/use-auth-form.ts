import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { Reply } from '#contract/envelope.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import type { Rule } from './auth-rules.ts'

type Values<Name extends string> = Record<Name, string>
type Errors<Name extends string> = Partial<Record<Name, string>>

type Options<Name extends string, Data> = {
  rules: Record<Name, Rule>
  start?: Partial<Values<Name>>
  posted?: PostedForm | undefined
  /** Fields that a refusal empties: a wrong code has to be typed again. */
  emptied?: readonly Name[]
  send: (values: Values<Name>) => Promise<Reply<Data>>
  onDone: (data: Data, values: Values<Name>) => void
}

/**
 * A short form: errors are shown when a field is left or the form is sent, never during the first input, and
 * disappear when they are fixed. The server's refusal is shown at its field, or above the form.
 */
export function useAuthForm<Name extends string, Data>(options: Options<Name, Data>) {
  const { rules, start, posted, emptied = [], send, onDone } = options
  const names = Object.keys(rules) as Name[]
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(() => startOf(names, { ...start, ...posted?.values }))
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set())
  const [refusals, setRefusals] = useState<Errors<Name>>((posted?.errors ?? {}) as Errors<Name>)
  const [message, setMessage] = useState<string | null>(posted?.message ?? null)
  const [isBusy, setIsBusy] = useState(false)
  const [attempts, setAttempts] = useState(0)

  // The errors are rendered by now: a failed attempt focuses the first one.
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts])

  const errors: Errors<Name> = {}
  for (const name of names) {
    const error = refusals[name] ?? (left.has(name) ? rules[name](values[name]) : null)
    if (error) errors[name] = error
  }

  function change(name: Name, value: string) {
    setValues((now) => ({ ...now, [name]: value }))
    setRefusals((now) => ({ ...now, [name]: undefined }) as Errors<Name>)
    setMessage(null)
  }

  /** An empty field that is only passed through shows no error. */
  function leave(name: Name) {
    if (values[name] !== '') setLeft((before) => new Set(before).add(name))
  }

  async function submit(event?: SubmitEvent<HTMLFormElement>) {
    event?.preventDefault()
    if (isBusy) return
    // A password manager may have filled fields without an event.
    const typed = form.current ? { ...values, ...filledIn(form.current, names) } : values
    setValues(typed)
    setLeft(new Set(names))
    setMessage(null)
    if (names.some((name) => rules[name](typed[name]))) return setAttempts((count) => count + 1)
    setIsBusy(true)
    const reply = await send(typed)
    setIsBusy(false)
    if (reply.status === 'success') return onDone(reply.data, typed)
    const { refused, said } = wordsOf(reply, names)
    setValues((now) => ({ ...now, ...startOf(emptied) }))
    setRefusals(refused)
    setMessage(said)
    setAttempts((count) => count + 1)
  }

  return {
    form,
    values,
    errors,
    message,
    isBusy,
    change,
    submit,
    leave,
    clear() {
      setValues(startOf(names, start))
      setLeft(new Set())
      setRefusals({})
      setMessage(null)
    },
    /** The props of a text field of this name. */
    field: (name: Name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
      onBlur: () => leave(name),
    }),
  }
}

const startOf = <Name extends string>(names: readonly Name[], start: Partial<Values<Name>> = {}) =>
  Object.fromEntries(names.map((name) => [name, start[name] ?? ''])) as Values<Name>

function filledIn<Name extends string>(form: HTMLFormElement, names: readonly Name[]) {
  const data = new FormData(form)
  return Object.fromEntries(
    names.flatMap((name) => (typeof data.get(name) === 'string' ? [[name, String(data.get(name))]] : [])),
  ) as Partial<Values<Name>>
}

/** Field errors at their fields; other errors are shown above the form. */
function wordsOf<Name extends string>(
  { message, errors = {} }: { message: string; errors?: Record<string, string[]> },
  names: readonly Name[],
) {
  const known = (name: string): name is Name => names.some((one) => one === name)
  const entries = Object.entries(errors)
  const refused = Object.fromEntries(
    entries.filter(([name]) => known(name)).map(([name, [words]]) => [name, words]),
  )
  const elsewhere = entries.find(([name]) => !known(name))?.[1][0]
  const said = entries.length === 0 ? message : (elsewhere ?? null)
  return { refused: refused as Errors<Name>, said }
}
