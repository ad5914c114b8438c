import { replyMessages } from '#contract/envelope.ts'
import { fetchForm } from '#contract/fetch-reply.ts'
import { endpointOfForm } from '#contract/posted-form.ts'

export type FormReply =
  | { status: 'success'; message: string }
  | { status: 'error'; message: string | null; errors: Record<string, string> }

/**
 * Sends the fields and files that a post without scripts sends, to the endpoint of the form. `page` is not sent: it is where a post
 * without scripts returns to, and endpoints refuse unknown fields. ADR 0026.
 *
 * @param fields the names of the fields that show an error
 */
export async function sendForm(
  action: string,
  form: FormData,
  fields: readonly string[],
): Promise<FormReply> {
  const body = new FormData()
  for (const [name, value] of form) if (name !== 'page') body.append(name, value)
  const { reply } = await fetchForm(endpointOfForm(action), body)
  if (reply.status === 'success') return { status: 'success', message: reply.message ?? 'Thank you.' }
  const errors = Object.fromEntries(
    Object.entries(reply.errors ?? {}).map(([name, [first = replyMessages.invalid]]) => [name, first]),
  )
  const message = Object.keys(errors).length > 0 ? null : (reply.message ?? replyMessages.server)
  return { status: 'error', ...splitErrors({ errors, message }, fields) }
}

type Split = { message: string | null; errors: Record<string, string> }

/** The errors of the fields that a form shows. The first error of any other field is the message, so that no refusal is invisible. */
export function splitErrors({ message, errors }: Readonly<Split>, fields: readonly string[]): Split {
  const entries = Object.entries(errors)
  const elsewhere = entries.find(([name]) => !fields.includes(name))
  return {
    errors: Object.fromEntries(entries.filter(([name]) => fields.includes(name))),
    message: elsewhere?.[1] ?? message,
  }
}
