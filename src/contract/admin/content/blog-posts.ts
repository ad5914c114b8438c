import { z } from 'zod'
import { Id, Text, Time } from '#contract/shapes.ts'
import { MetaDescription, MetaTitle, Picture, ProductList, Slug } from '../catalog/catalog-fields.ts'
import { resourceEndpoints } from '../resource.ts'

export const blogPostStates = ['draft', 'scheduled', 'published'] as const
export type BlogPostState = (typeof blogPostStates)[number]

export const BlogPostRow = z.object({
  id: Id,
  title: z.string(),
  slug: z.string(),
  author: z.string(),
  category: z.string(),
  status: z.enum(blogPostStates),
  published_at: Time.nullable(),
})
export type BlogPostRow = z.infer<typeof BlogPostRow>

const Paragraph = Text(10_000).default('').meta({ title: 'Text', widget: 'textarea' })
const Line = Text(300).default('').meta({ title: 'Text' })

/** As `blog_posts.body` stores them. Texts may contain `**bold**` and `[links](/shop-online)`. */
export const StoredBlocks = z
  .array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('paragraph'), text: Paragraph }).meta({ title: 'Paragraph' }),
      z
        .object({
          type: z.literal('heading'),
          level: z.int().min(2).max(4).default(2).meta({ title: 'Level' }),
          text: Line,
        })
        .meta({ title: 'Heading' }),
      z
        .object({
          type: z.literal('list'),
          ordered: z.boolean().default(false).meta({ title: 'Numbered' }),
          items: z.array(Text(1_000)).max(100).default([]).meta({ title: 'Items' }),
        })
        .meta({ title: 'List' }),
      z
        .object({
          type: z.literal('quote'),
          text: Paragraph,
          cite: Text(200).default('').meta({ title: 'Said by' }),
        })
        .meta({ title: 'Quote' }),
      z
        .object({
          type: z.literal('image'),
          image: z
            .object({ path: Text(300), alt: Text(300).default('') })
            .default({ path: '', alt: '' })
            .meta({ title: 'Picture', widget: 'image' }),
          caption: Text(300).default('').meta({ title: 'Caption' }),
          url: Text(500)
            .regex(/^(\/(?!\/)|https?:\/\/|$)/, 'Please enter an address such as /shop-online')
            .default('')
            .meta({ title: 'Link' }),
        })
        .meta({ title: 'Picture' }),
    ]),
  )
  .max(200)

const side = { column: 'side' } as const

export const BlogPostValues = z.object({
  title: Text(200).min(1, 'Please enter a title').meta({ title: 'Title' }),
  body: StoredBlocks.default([]).meta({ title: 'Text', widget: 'blocks' }),
  is_published: z
    .boolean()
    .default(false)
    .meta({ ...side, title: 'Published' }),
  published_at: Time.nullable()
    .default(null)
    .meta({
      ...side,
      title: 'Published from',
      description: 'Empty: at once. A later time schedules the post.',
    }),
  is_featured: z
    .boolean()
    .default(false)
    .meta({ ...side, title: 'First in the list' }),
  slug: Slug.meta({ ...side, description: 'Part of links; made from the title when empty.' }),
  excerpt: Text(500)
    .default('')
    .meta({ ...side, title: 'Summary', widget: 'textarea' }),
  cover: Picture.meta(side),
  author: Text(120)
    .default('')
    .meta({ ...side, title: 'Author', description: 'A new name adds an author.' }),
  category: Text(120)
    .default('')
    .meta({ ...side, title: 'Category', description: 'A new name adds a category.' }),
  tags: z
    .array(Text(60).min(1, 'Please enter a tag'))
    .max(20)
    .default([])
    .meta({ ...side, title: 'Tags' }),
  products: ProductList.max(24)
    .default([])
    .meta({ ...side, title: 'Products', description: 'Shown below the text.' }),
  meta_title: MetaTitle.meta({ ...side, description: 'The title when empty.' }),
  meta_description: MetaDescription.meta(side),
})
export type BlogPostValues = z.output<typeof BlogPostValues>

export const blogPostEndpoints = resourceEndpoints({
  one: 'blog post',
  many: 'blog posts',
  area: 'content',
  row: BlogPostRow,
  values: BlogPostValues,
  sort: ['published_at', 'id', 'title'],
  filters: { status: z.enum(blogPostStates).optional() },
})
