import type { Listing } from '#contract/catalogue.ts'
import type { Scope } from '../catalog-index/catalog-index.ts'
import { type ImageRow, toImage } from '../content/to-image.ts'
import { prepared } from '../db/prepared.ts'
import type { CallContext } from '../http/context.ts'
import { notFound } from '../http/errors.ts'
import { rememberForPages } from '../http/remember.ts'
import { imageJson } from './card-sql.ts'
import { categoryUrl } from './category-url.ts'
import { parseId } from './parse-id.ts'
import { categoriesAbove, categoryTree, findCategory } from './read-category-tree.ts'

export type CatalogCall = Pick<
  CallContext,
  'db' | 'channel' | 'catalogIndex' | 'changes' | 'tag' | 'isForEveryone'
>

/** What a listing is of, and how it introduces itself. */
export type Place = { scope: Scope } & Pick<Listing, 'heading' | 'breadcrumbs' | 'children' | 'meta' | 'url'>

/**
 * A category with its subcategories, by path ('ceramics/mugs'), slug or id. Breadcrumbs are the categories above it;
 * subcategories without products are not shown.
 * @throws 404 when there is no such category.
 */
export async function categoryPlace(call: CatalogCall, asked: string): Promise<Place> {
  call.tag('listing')
  const node = findCategory(await categoryTree(call), asked)
  if (!node) throw notFound('This category is not available')
  const above = categoriesAbove(node)
  const children = node.category.children.filter(({ product_count }) => product_count > 0)
  call.tag(...[...above, node, ...children].map(({ id }) => `category:${id}`))
  const { name, description } = node
  return {
    scope: { kind: 'category', id: node.id },
    heading: { name, description, image: node.category.image },
    breadcrumbs: above.map(({ name, path }) => ({ name, slug: path, url: categoryUrl(path) })),
    children: children.map((child) => ({ ...child, children: [] })),
    meta: { meta_title: node.meta_title ?? name, meta_description: node.meta_description ?? description },
    url: categoryUrl(node.path),
  }
}

type Introduction = {
  id: number
  name: string
  slug: string
  description: string
  image: ImageRow | null
  meta_title: string | null
  meta_description: string | null
}

const collection = prepared<Introduction>(
  'collection',
  `select c.id, c.name, c.slug, c.description, c.meta_title, c.meta_description,
    case when i.id is not null then ${imageJson('i', "coalesce(nullif(c.image_alt, ''), i.alt)")} end as image
  from collections c left join images i on i.path = c.image_path
  where c.slug = $1 or c.id = $2 order by (c.slug = $1) desc limit 1`,
)

/**
 * A collection by slug or id.
 * @throws 404 when there is no such collection.
 */
export async function collectionPlace(call: CatalogCall, asked: string): Promise<Place> {
  call.tag('listing')
  const row = await rememberForPages(
    call,
    `collection ${asked}`,
    (found) => ['listing', ...(found ? [`collection:${found.id}`] : [])],
    () => collection.first(call.db, asked, parseId(asked)),
  )
  if (!row) throw notFound('This collection is not available')
  call.tag(`collection:${row.id}`)
  return {
    ...introduced(row),
    scope: { kind: 'collection', id: row.id },
    url: `/product-collection/${row.slug}`,
  }
}

const shopSlug = 'shop-online'

const shopPage = prepared<Introduction>(
  'shop page',
  `select p.id, p.name, p.slug, '' as description, null as image, p.meta_title, p.meta_description
  from pages p where p.page_type = 'Shop' and p.is_active and p.slug = $1`,
)

/**
 * The whole shop under 'shop-online' or the slug of a page of type Shop; any other id is a super-category, whose canonical
 * address is the category's own. Decisions §3, unlisted routes.
 * @throws 404 when it is neither.
 */
export async function shopPlace(call: CatalogCall, asked: string): Promise<Place> {
  const tags = ['listing', `page:${asked}`]
  call.tag(...tags)
  const page = await rememberForPages(call, `shop page ${asked}`, tags, () => shopPage.first(call.db, asked))
  if (!page && asked !== shopSlug) return categoryPlace(call, asked)
  const children = (await categoryTree(call)).top.filter(({ product_count }) => product_count > 0)
  call.tag(...children.map(({ id }) => `category:${id}`))
  const unnamed = { name: 'Shop all', description: '', image: null, meta_title: null, meta_description: null }
  return {
    ...introduced(page ?? unnamed),
    children: children.map((child) => ({ ...child, children: [] })),
    scope: { kind: 'shop' },
    url: `/${asked}`,
  }
}

/** What matches a query; an empty query matches nothing. */
export function searchPlace(query: string): Place {
  const typed = query.trim()
  const name = typed === '' ? 'Search' : `Results for “${typed}”`
  return {
    ...introduced({ name, description: '', image: null, meta_title: null, meta_description: null }),
    scope: { kind: 'search', query: typed },
    url: typed === '' ? '/search' : `/search?${new URLSearchParams({ query: typed })}`,
  }
}

const introduced = ({
  name,
  description,
  image,
  meta_title,
  meta_description,
}: Omit<Introduction, 'id' | 'slug'>) => ({
  heading: { name, description, image: image && toImage(image) },
  breadcrumbs: [],
  children: [],
  meta: { meta_title: meta_title ?? name, meta_description: meta_description ?? description },
})
