import { readDayFormat, toPostCard } from '#features/blog/post-card-data.ts'
import { required } from '#pages/reads.ts'
import type { SectionLoader } from '#sections/section.ts'
import type { settings } from './schema.ts'

export const load = (async ({ category, limit }, { api }) => {
  const [list, dayOf] = await Promise.all([
    required(api.blog.list({ category, perPage: limit })),
    readDayFormat(api),
  ])
  return { posts: list.data.map((post) => toPostCard(post, dayOf)) }
}) satisfies SectionLoader<typeof settings>
