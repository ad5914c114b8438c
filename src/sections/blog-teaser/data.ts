import { orThrow } from '#contract/envelope.ts'
import { readDayFormat, toPostCard } from '#features/blog/post-card-data.ts'
import type { SectionLoader } from '../section.ts'
import type { settings } from './schema.ts'

export const load = (async ({ category, limit }, { api }) => {
  const [list, dayOf] = await Promise.all([
    api.blog.list({ category, perPage: limit }).then(orThrow),
    readDayFormat(api),
  ])
  return { posts: list.data.map((post) => toPostCard(post, dayOf)) }
}) satisfies SectionLoader<typeof settings>
