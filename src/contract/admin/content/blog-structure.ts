import { z } from 'zod'
import { Id, Text } from '#contract/shapes.ts'
import { Name, Position, Slug } from '../catalog/catalog-fields.ts'
import { resourceEndpoints } from '../resource.ts'

/** An author, category or tag of the blog, with its number of posts. */
export const BlogTermRow = z.object({ id: Id, name: z.string(), slug: z.string(), posts: z.int() })
export type BlogTermRow = z.infer<typeof BlogTermRow>

const shared = { area: 'content', row: BlogTermRow, sort: ['name', 'id', 'posts'] } as const
const refusals = { remove: ['IN_USE'] } as const

export const BlogAuthorValues = z.object({
  name: Name,
  slug: Slug,
  bio: Text(2_000).default('').meta({ title: 'About', widget: 'textarea' }),
})
export type BlogAuthorValues = z.output<typeof BlogAuthorValues>
export const blogAuthorEndpoints = resourceEndpoints({
  ...shared,
  one: 'blog author',
  many: 'blog authors',
  values: BlogAuthorValues,
  refusals,
})

export const BlogCategoryValues = z.object({ name: Name, slug: Slug, position: Position })
export type BlogCategoryValues = z.output<typeof BlogCategoryValues>
export const blogCategoryEndpoints = resourceEndpoints({
  ...shared,
  one: 'blog category',
  many: 'blog categories',
  values: BlogCategoryValues,
  refusals,
})

export const BlogTagValues = z.object({ name: Name, slug: Slug })
export type BlogTagValues = z.output<typeof BlogTagValues>
export const blogTagEndpoints = resourceEndpoints({
  ...shared,
  one: 'blog tag',
  many: 'blog tags',
  values: BlogTagValues,
})
