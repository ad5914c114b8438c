import type { Api } from '#contract/client.ts'
import { orThrow } from '#contract/envelope.ts'
import type { PostedState } from '#contract/form.ts'
import { endpointFormAction } from '#contract/posted-form.ts'
import type { FormShown } from './form-view.tsx'

type Request = { api: Api; path: string; query: string }

/**
 * A form as a page shows it, with its entries after a post without scripts. Null for an unknown form, or one whose plugin is not
 * active.
 */
export async function readFormShown(
  { api, path, query }: Request,
  id: string,
): Promise<(FormShown & { description: string }) | null> {
  const reply = await api.form.get({ id })
  if (reply.status === 'error' && reply.code === 'NOT_FOUND') return null
  const { name, description, consent, fields, submit_label, submit_path, prefill, started } = orThrow(reply)
  const action = endpointFormAction(submit_path)
  const given = new URLSearchParams(query)
  const hidden = Object.fromEntries(
    prefill.flatMap((field) =>
      given.get(field) ? [[field, (given.get(field) as string).slice(0, 300)]] : [],
    ),
  )
  return {
    name,
    description,
    consent,
    action,
    page: Object.keys(hidden).length > 0 ? `${path}?${new URLSearchParams(hidden)}` : path,
    fields: fields.map(({ id: _, ...field }) => field),
    submit_label,
    started,
    prefix: submit_path.startsWith('/api/form/submit/') ? 'values.' : '',
    hidden,
    posted: await readPostedForm({ api, query }, action),
  }
}

/** The result of the last post of this form, when the page's address names it. */
export async function readPostedForm(
  { api, query }: Omit<Request, 'path'>,
  action: string,
): Promise<PostedState | null> {
  const token = new URLSearchParams(query).get('posted')
  if (!token) return null
  const reply = await api.form.posted({ token })
  return reply.status === 'success' && reply.data?.action === action ? reply.data : null
}
