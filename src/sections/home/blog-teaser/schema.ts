import { z } from 'zod'
import { readDayFormat, toPostCard } from '#features/blog/post-card-data.ts'
import { required } from '#pages/reads.ts'
import type { SectionLoader } from '#sections/section.ts'
import { cta, field, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    title: text('Heading', 'Shown above the posts.'),
    category: field(
      z.string().nullable().default(null),
      'Category',
      'Slug of a category of the blog; empty for all posts.',
    ),
    limit: field(z.int().min(1).max(12).default(3), 'Number of posts', 'The newest, at most 12.'),
    cta: cta('Link', 'Shown beside the heading.'),
  })
  .meta({ title: 'Blog teaser', description: 'The newest posts of the blog.' })

export const load = (async ({ category, limit }, { api }) => {
  const [list, dayOf] = await Promise.all([
    required(api.blog.list({ category, perPage: limit })),
    readDayFormat(api),
  ])
  return { posts: list.data.map((post) => toPostCard(post, dayOf)) }
}) satisfies SectionLoader<typeof settings>
