import { z } from 'zod'
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
