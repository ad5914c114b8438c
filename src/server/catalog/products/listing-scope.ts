import { type Listing, sorts } from '#contract/catalog.ts'
import { type PageMemory, type ReplyCache, rememberForPages } from '#server/platform/changes/remember.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { CatalogIndex, Scope } from '#server/platform/kernel/catalog-index.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { type ImageRow, toImage } from '#server/platform/media/to-image.ts'
import { searchTag, tuneSearch } from '../search-tuning/read-tuning.ts'
import { imageJson } from './card-sql.ts'
import type { PriceReader } from './member-prices.ts'
import { categoriesAbove, categoryTree, categoryUrl, findCategory } from './read-category-tree.ts'
import { categoryNotFound, collectionNotFound } from './refusals.ts'

/** Whose prices and stock a reply shows, the index that answers, and how the reply is cached. */
export type CatalogOptions = ReplyCache &
  PageMemory &
  PriceReader & { channel: Channel; catalogIndex: CatalogIndex }

/** The scope of a listing, with its heading, breadcrumbs and metadata. */
export type ListingScope = { scope: Scope } & Pick<
  Listing,
  'heading' | 'breadcrumbs' | 'children' | 'meta' | 'url'
>

/**
 * A category with its subcategories, by path ('ceramics/mugs'), slug or id. Breadcrumbs are its ancestors;
 * subcategories without products are hidden.
 * @throws 404 when there is no such category.
 */
export async function categoryScope(db: Db, options: CatalogOptions, ref: string): Promise<ListingScope> {
  options.tag('listing')
  const node = findCategory(await categoryTree(db, options), ref)
  if (!node) throw categoryNotFound()
  const above = categoriesAbove(node)
  const children = node.category.children.filter(({ product_count }) => product_count > 0)
  options.tag(...[...above, node, ...children].map(({ id }) => `category:${id}`))
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

const isSort = (sort: string | null): sort is (typeof sorts)[number] => sorts.some((one) => one === sort)

type ListingHeader = {
  id: number
  name: string
  slug: string
  description: string
  image: ImageRow | null
  meta_title: string | null
  meta_description: string | null
}

const collection = prepared<ListingHeader & { sort: string | null }>(
  'collection',
  `select c.id, c.name, c.slug, c.description, c.meta_title, c.meta_description, c.rules ->> 'sort' as sort,
    case when i.id is not null then ${imageJson('i', "coalesce(nullif(c.image_alt, ''), i.alt)")} end as image
  from collections c left join images i on i.path = c.image_path
  where c.slug = $1 or c.id = $2 order by (c.slug = $1) desc limit 1`,
)

/**
 * A collection by slug or id.
 * @throws 404 when there is no such collection.
 */
export async function collectionScope(db: Db, options: CatalogOptions, ref: string): Promise<ListingScope> {
  options.tag('listing')
  const row = await rememberForPages(
    options,
    `collection ${ref}`,
    (found) => ['listing', ...(found ? [`collection:${found.id}`] : [])],
    () => collection.first(db, ref, parseId(ref)),
  )
  if (!row) throw collectionNotFound()
  options.tag(`collection:${row.id}`)
  return {
    ...toHeader(row),
    scope: { kind: 'collection', id: row.id, ...(isSort(row.sort) && { order: row.sort }) },
    url: `/product-collection/${row.slug}`,
  }
}

const shopSlug = 'shop-online'

const shopPage = prepared<ListingHeader>(
  'shop page',
  `select p.id, p.name, p.slug, '' as description, null::jsonb as image, p.meta_title, p.meta_description
  from pages p where p.page_type = 'Shop' and p.is_active and p.slug = $1`,
)

/**
 * The whole shop under 'shop-online' or the slug of a page of type Shop; any other id is a super-category, whose
 * canonical URL is the category's own. Decisions §3, unlisted routes.
 * @throws 404 when it is neither.
 */
export async function shopScope(db: Db, options: CatalogOptions, ref: string): Promise<ListingScope> {
  const tags = ['listing', `page:${ref}`]
  options.tag(...tags)
  const page = await rememberForPages(options, `shop page ${ref}`, tags, () => shopPage.first(db, ref))
  if (!page && ref !== shopSlug) return categoryScope(db, options, ref)
  const children = (await categoryTree(db, options)).top.filter(({ product_count }) => product_count > 0)
  options.tag(...children.map(({ id }) => `category:${id}`))
  const unnamed = { name: 'Shop all', description: '', image: null, meta_title: null, meta_description: null }
  return {
    ...toHeader(page ?? unnamed),
    children: children.map((child) => ({ ...child, children: [] })),
    scope: { kind: 'shop' },
    url: `/${ref}`,
  }
}

/** The products that match a query, with the merchant's search tuning; an empty query matches nothing. */
export async function searchScope(
  db: Db,
  options: CatalogOptions,
  query: string,
): Promise<ListingScope & { redirect_to: string | null }> {
  const typed = query.trim()
  options.tag(searchTag)
  const { terms, redirect_to } = await tuneSearch({ db, changes: options.changes }, typed)
  const name = typed === '' ? 'Search' : `Results for “${typed}”`
  return {
    ...toHeader({ name, description: '', image: null, meta_title: null, meta_description: null }),
    scope: { kind: 'search', ...terms },
    redirect_to,
    url: typed === '' ? '/search' : `/search?${new URLSearchParams({ query: typed })}`,
  }
}

const toHeader = ({
  name,
  description,
  image,
  meta_title,
  meta_description,
}: Omit<ListingHeader, 'id' | 'slug'>) => ({
  heading: { name, description, image: image && toImage(image) },
  breadcrumbs: [],
  children: [],
  meta: { meta_title: meta_title ?? name, meta_description: meta_description ?? description },
})

/** Parses a path parameter as an id that fits the database's integer columns; null when it can only be a slug. */
export const parseId = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)
