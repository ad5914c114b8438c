import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import type { DemoBlock, DemoFiles, DemoPost } from './demo-files.ts'
import { mediaImage } from './home-sections.ts'
import { slugOf } from './paragraphs-to-html.ts'
import { mediaPathOf } from './seed-catalog.ts'

/** Seeds the journal: authors, categories, tags, and posts with the products they mention. Ids of posts are those of the files. */
export async function seedBlog(tx: Tx, { catalog, content }: DemoFiles, now = new Date()) {
  const { posts } = content.blog
  const products = new Map(catalog.products.map((product) => [product.slug, product]))
  const names = (nameOf: (post: DemoPost) => string[]) => [...new Set(posts.flatMap(nameOf))]
  const authors = await tx
    .insertInto('blog_authors')
    .values(names(({ author }) => [author]).map((name) => ({ name, slug: slugOf(name) })))
    .returning(['id', 'name'])
    .execute()
  const categories = await tx
    .insertInto('blog_categories')
    .values(
      names(({ category }) => [category]).map((name, position) => ({ name, slug: slugOf(name), position })),
    )
    .returning(['id', 'name'])
    .execute()
  const tags = await tx
    .insertInto('blog_tags')
    .values(names((post) => post.tags).map((slug) => ({ slug, name: titleOf(slug) })))
    .returning(['id', 'slug'])
    .execute()

  // A shop that is set up before the newest date shows all posts too.
  const newest = Math.max(...posts.map(({ published_at }) => Date.parse(published_at)))
  const early = Math.max(0, newest - now.getTime())
  await tx
    .insertInto('blog_posts')
    .values(
      posts.map(({ id, slug, title, excerpt, author, category, cover, body, published_at, meta }, at) => {
        const date = new Date(Date.parse(published_at) - early)
        return {
          ...{ id, slug, title, excerpt, ...meta },
          author_id: authors.find(({ name }) => name === author)?.id ?? null,
          category_id: categories.find(({ name }) => name === category)?.id ?? null,
          cover_path: mediaPathOf(cover.path),
          cover_alt: cover.alt,
          body: json(body.map((block) => storedBlock(block, products))),
          status: 'published',
          is_featured: at === 0,
          published_at: date,
          created_at: date,
          updated_at: date,
        }
      }),
    )
    .execute()
  await tx
    .insertInto('blog_post_tags')
    .values(
      posts.flatMap((post) =>
        tags
          .filter(({ slug }) => post.tags.includes(slug))
          .map((tag) => ({ post_id: post.id, tag_id: tag.id })),
      ),
    )
    .execute()
  await tx
    .insertInto('blog_post_products')
    .values(
      posts.flatMap(({ id, related_products }) =>
        related_products.flatMap((slug, position) => {
          const product = products.get(slug)
          return product ? [{ post_id: id, product_id: product.id, position }] : []
        }),
      ),
    )
    .execute()
}

/** A picture of a product has its name as the caption and leads to it. */
function storedBlock(block: DemoBlock, products: ReadonlyMap<string, { name: string }>) {
  if (block.type !== 'image') return block
  const product = block.product === undefined ? undefined : products.get(block.product)
  return {
    type: 'image',
    image: mediaImage(block.image),
    ...(product && { caption: product.name, url: `/product/${block.product}` }),
  }
}

/** `how-to` is shown as `How to`. */
const titleOf = (slug: string) => {
  const words = slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
