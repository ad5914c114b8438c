import { z } from 'zod'
import { Product } from './catalog.ts'
import { defineEndpoints } from './define-endpoints.ts'
import * as limits from './limits.ts'
import type { Routes } from './routes.ts'
import { Id, Image, Meta, pageOf, Time } from './shapes.ts'

const NameAndSlug = z.object({ name: z.string(), slug: z.string() })

/** Text in blocks. Texts may contain `**bold**` and `[links](/shop-online)`. */
export const PostBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('paragraph'), text: z.string() }),
  /** `id` is the anchor, unique in the post. */
  z.object({ type: z.literal('heading'), level: z.int().min(2).max(4), text: z.string(), id: z.string() }),
  z.object({ type: z.literal('list'), ordered: z.boolean(), items: z.array(z.string()) }),
  z.object({ type: z.literal('quote'), text: z.string(), cite: z.string().nullable() }),
  z.object({
    type: z.literal('image'),
    image: Image,
    caption: z.string().nullable(),
    url: z.string().nullable(),
  }),
])

/** A post in a list. Decisions §4, blog/list. */
export const PostSummary = z
  .object({
    id: Id,
    title: z.string(),
    slug: z.string(),
    excerpt: z.string(),
    image: Image.nullable(),
    /** The name; empty without an author. */
    author: z.string(),
    published_at: Time,
    category: NameAndSlug.nullable(),
    tags: z.array(NameAndSlug),
    reading_minutes: z.int().min(1),
    /** Ours beside the decisions. */
    url: z.string(),
    is_featured: z.boolean(),
  })
  .meta({ id: 'PostSummary' })

const PostLink = z.object({ title: z.string(), slug: z.string(), url: z.string() })

export const Post = PostSummary.extend({
  updated_at: Time,
  word_count: z.int().min(0),
  author_bio: z.string(),
  body: z.array(PostBlock),
  products: z.array(Product),
  related: z.array(PostSummary),
  /** The next older and the next newer post. */
  previous: PostLink.nullable(),
  next: PostLink.nullable(),
  meta: Meta,
  social_sharing_image: Image.nullable(),
}).meta({ id: 'Post' })

const PostCount = NameAndSlug.extend({ post_count: z.int() })

/** Slugs, and a search text; empty is the same as missing. */
const Filter = z.string().trim().max(200).nullish()

export const blogEndpoints = defineEndpoints<Routes['blog']>()({
  list: {
    summary: 'Published blog posts: the featured one first without filters, then the newest',
    isShared: true,
    input: z.object({
      page: z.int().min(1).max(10_000).default(1),
      perPage: z.int().min(1).max(limits.perPage.max).default(limits.perPage.blog),
      category: Filter,
      tag: Filter,
      /** Every word must occur in title, excerpt, text, category, tags or author. */
      search: Filter,
    }),
    /** Categories and tags with at least one published post. Ours beside the decisions. */
    data: pageOf(PostSummary).extend({ categories: z.array(PostCount), tags: z.array(PostCount) }),
  },
  post: {
    summary: 'A published blog post with its text, products and neighbours',
    input: z.object({ slug: z.string().min(1).max(200) }),
    data: Post,
  },
})

export type PostBlock = z.infer<typeof PostBlock>
export type PostSummary = z.infer<typeof PostSummary>
export type Post = z.infer<typeof Post>
export type PostList = z.infer<typeof blogEndpoints.list.data>
