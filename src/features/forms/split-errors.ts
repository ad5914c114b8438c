type Refusal = { message: string | null; errors: Readonly<Record<string, string>> }
type Split = { message: string | null; errors: Record<string, string> }

/** The errors of the fields that a form shows. The first error of any other field is the message, so that no refusal is invisible. */
export function splitErrors({ message, errors }: Refusal, fields: readonly string[]): Split {
  const entries = Object.entries(errors)
  const elsewhere = entries.find(([name]) => !fields.includes(name))
  return {
    errors: Object.fromEntries(entries.filter(([name]) => fields.includes(name))),
    message: elsewhere?.[1] ?? message,
  }
}
