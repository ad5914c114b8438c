import type { Filters, Listing } from '#contract/catalogue.ts'
import type { Api } from '#contract/client.ts'
import type { Reply } from '#contract/envelope.ts'
import { limits } from '#contract/limits.ts'
import { decimalsOf } from '#contract/money.ts'
import { toCard } from '#features/catalog/card.ts'
import { toFacetShown } from '#features/catalog/facet-shown.ts'
import type { ListingShown } from '#features/catalog/listing-shown.ts'
import {
  type ListingState,
  listingQuery,
  readListingUrl,
  toListingRequest,
} from '#features/catalog/listing-url.ts'
import { notFound } from '#pages/outcome.ts'
import type { LoadRequest, Meta } from '#pages/screen.ts'
import { breadcrumbList, graph, itemList } from './json-ld.ts'

type Ask = (
  api: Api,
  request: ReturnType<typeof toListingRequest>,
  state: ListingState,
) => Promise<Reply<Listing>>

/**
 * What every listing screen loads: the address read as a request, asked, and cut down to what the view shows.
 * @throws 404 as the API has it.
 */
export async function loadListing({ api, url, cookies }: LoadRequest<Api>, ask: Ask) {
  const currency = await currencyOf(api)
  const decimals = decimalsOf(currency)
  const state = readListingUrl(url.searchParams, decimals)
  const reply = await ask(api, toListingRequest(state, limits.perPage.listing), state)
  if (reply.status === 'error') {
    if (reply.code === 'NOT_FOUND' || reply.code === 'VALIDATION') notFound()
    throw new Error(`${reply.code}: ${reply.message}`)
  }
  const { products, sort, heading, breadcrumbs, children, facets, did_you_mean, meta } = reply.data
  const shown: ListingShown = {
    heading: { name: heading.name, description: heading.description },
    breadcrumbs: breadcrumbs.map(({ name, url: href }) => ({ name, url: href })),
    children: children.map(({ id, name, slug, product_count }) => ({
      id,
      name,
      url: `/product-category/${slug}`,
      count: product_count,
    })),
    cards: products.data.map(toCard),
    total: products.total,
    page: products.current_page,
    lastPage: products.last_page,
    perPage: products.per_page,
    sort,
    filters: withCategorySlugs(reply.data.filters),
    facets: withPriceEarly(facets).map(toFacetShown),
    url: reply.data.url,
    query: state.query,
    ...(did_you_mean ? { didYouMean: did_you_mean } : {}),
    columns: columnsOf(cookies.grid_columns),
    currency,
    decimals,
  }
  // The browser gets what the view shows; the rest is for the head alone.
  return { ...shown, meta, toJSON: () => shown }
}

/** A category may be asked for by its path; its facet knows it by the last segment, which is its alone. */
function withCategorySlugs(filters: Filters): Filters {
  const category = filters.category?.map((path) => path.slice(path.lastIndexOf('/') + 1))
  return category ? { ...filters, category } : filters
}

/** Price stands right after the categories: it is what most shoppers narrow by. */
function withPriceEarly(facets: Listing['facets']) {
  const rank = ({ type }: Listing['facets'][number]) => (type === 'category' ? 0 : type === 'price' ? 1 : 2)
  return facets.toSorted((a, b) => rank(a) - rank(b))
}

async function currencyOf(api: Api) {
  const reply = await api.storefront.all()
  return reply.status === 'success' ? reply.data.channel.currency.code : 'INR'
}

/** The grid size that the shopper chose, kept in a cookie so that the server renders it (decisions §1.7). */
function columnsOf(cookie: string | undefined) {
  const { min, max, default: usual } = limits.gridColumns
  const columns = Number(cookie)
  return Number.isInteger(columns) && columns >= min && columns <= max ? columns : usual
}

/** What a listing says of itself where the merchant has said nothing: `70 products: Ceramics, Textiles, Light and more`. */
function contentsOf({ total, children, cards }: ListingShown) {
  const names = (children.length > 0 ? children : cards).map(({ name }) => name)
  if (names.length === 0) return ''
  const more = names.length > MOST_NAMES ? ' and more' : ''
  return `${total} ${total === 1 ? 'product' : 'products'}: ${names.slice(0, MOST_NAMES).join(', ')}${more}`
}

const MOST_NAMES = 6

/** Filters and sorting are not pages of their own for search engines; further pages of a plain listing are, as far as there are any. */
export function listingMeta(
  listing: ListingShown & { meta: Listing['meta'] },
  bodyClass: string,
  { url: { origin } }: Pick<LoadRequest<Api>, 'url'>,
): Meta {
  const { meta, url, page, lastPage, perPage, filters, sort, decimals, query, breadcrumbs, heading, cards } =
    listing
  const isPlain =
    page <= Math.max(lastPage, 1) &&
    listingQuery({ filters }, decimals) === '' &&
    sort.value === sort.options[0]?.value &&
    query === ''
  return {
    title: page > 1 ? `${meta.meta_title} (page ${page})` : meta.meta_title,
    description: meta.meta_description || contentsOf(listing),
    canonical: url + (page > 1 ? `?page=${page}` : ''),
    bodyClass,
    ...(isPlain
      ? {
          jsonLd: graph(
            breadcrumbList(origin, breadcrumbs, heading.name),
            itemList(
              origin,
              cards.map((card) => card.url),
              (page - 1) * perPage + 1,
            ),
          ),
        }
      : { robots: 'noindex,follow' }),
  }
}
