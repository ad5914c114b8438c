import { ReplyError } from '#contract/envelope.ts'
import type { Faq } from '#contract/faq.ts'
import type { SectionLoader } from '#sections/section.ts'
import type { settings } from './schema.ts'

const MAX_QUERY = 100

/** All groups: the view filters them by `query`, in the browser too. */
export const load = (async ({ faq_id }, { api, path, query }) => {
  const q = (new URLSearchParams(query).get('q') ?? '').trim().slice(0, MAX_QUERY)
  return { groups: await readGroups(), query: q, path }

  async function readGroups(): Promise<Faq['groups']> {
    if (faq_id === null || faq_id === '') return []
    const reply = await api.faq.get({ id: String(faq_id) })
    if (reply.status === 'success') return reply.data.groups
    // Deleted since: an empty section shows nothing.
    if (reply.code === 'NOT_FOUND') return []
    throw new ReplyError(reply)
  }
}) satisfies SectionLoader<typeof settings>
