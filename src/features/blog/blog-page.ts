import type { Api } from '#contract/client.ts'
import { ReplyError } from '#contract/envelope.ts'

/** Name and meta of the blog, as the merchant set them on its page; for loaders. */
export async function readBlogPage(api: Api) {
  const reply = await api.content.page({ id: 'blogs' })
  if (reply.status === 'success') return { name: reply.data.name, meta: reply.data.meta }
  if (reply.code !== 'NOT_FOUND') throw new ReplyError(reply)
  return { name: 'Blog', meta: { meta_title: 'Blog', meta_description: '' } }
}

/** The address of a list of posts. */
export function blogUrl({
  page,
  ...filters
}: {
  page?: number
  category?: string
  tag?: string
  search?: string
}) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value)
  if (page && page > 1) query.set('page', String(page))
  return query.size > 0 ? `/blogs?${query}` : '/blogs'
}
