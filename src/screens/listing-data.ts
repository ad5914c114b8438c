import { withFilledCardSlots } from '#client/load-slots.ts'
import type { Filters, Listing } from '#contract/catalog.ts'
import type { Api } from '#contract/client.ts'
import type { Reply } from '#contract/envelope.ts'
import * as limits from '#contract/limits.ts'
import { decimalsOf } from '#contract/money.ts'
import type { Image } from '#contract/shapes.ts'
import { toCard } from '#features/card/card.ts'
import { toFacetShown } from '#features/listing/facet-shown.ts'
import type { ListingShown } from '#features/listing/listing-shown.ts'
import {
  type ListingState,
  listingQuery,
  readListingUrl,
  toListingRequest,
} from '#features/listing/listing-url.ts'
import { loadBestSellers } from '#features/product/load-best-sellers.ts'
import { notFound } from '#pages/outcome.ts'
import { optional, required } from '#pages/reads.ts'
import type { LoadRequest, Meta } from '#pages/screen.ts'
import { previewImage } from '#ui/image-url.ts'
import { breadcrumbList, graph, itemList } from './json-ld.ts'

type Ask = (
  api: Api,
  request: ReturnType<typeof toListingRequest>,
  state: ListingState,
) => Promise<Reply<Listing>>

/**
 * The data of every listing screen: parses the URL as a request, sends it, and reduces the reply to what the
 * view shows.
 * @throws 404 as the API does; ReplyError for any other refusal, so that an overloaded shop answers 503.
 */
export async function loadListing({ api, url, cookies }: LoadRequest<Api>, ask: Ask) {
  const currency = await currencyOf(api)
  const decimals = decimalsOf(currency)
  const state = readListingUrl(url.searchParams, decimals)
  const listing = await required(ask(api, toListingRequest(state, limits.perPage.listing), state))
  const { products, sort, heading, breadcrumbs, children, facets, did_you_mean, meta } = listing
  // Search engines would otherwise index any number of empty pages.
  if (products.current_page > products.last_page) notFound()
  const view: ListingShown = {
    heading: {
      name: heading.name,
      description: heading.description,
      ...(heading.image ? { picture: heading.image.path, ...focalOf(heading.image) } : {}),
    },
    breadcrumbs: breadcrumbs.map(({ name, url: href }) => ({ name, url: href })),
    children: children.map(({ id, name, slug, image }) => ({
      id,
      name,
      url: `/product-category/${slug}`,
      ...(image ? { image: image.path, ...focalOf(image) } : {}),
    })),
    cards: await withFilledCardSlots(api, products.data.map(toCard)),
    total: products.total,
    page: products.current_page,
    lastPage: products.last_page,
    perPage: products.per_page,
    sort,
    filters: withCategorySlugs(listing.filters),
    facets: withPriceEarly(facets).map(toFacetShown),
    url: pathOf(listing.url),
    query: state.query,
    ...(did_you_mean ? { didYouMean: did_you_mean } : {}),
    ...(products.total === 0 ? { best: await loadBestSellers(api) } : {}),
    columns: columnsOf(cookies.grid_columns),
    currency,
    decimals,
  }
  return { view, head: { meta, picture: heading.image ?? products.data[0]?.base_image } }
}

const SEARCH = '/search'

/** Without the query of a search, which is a field of its own: the view's links would name it twice. */
const pathOf = (url: string) => url.split('?', 1)[0] ?? url

/** A category may be requested by its path; its facet uses the unique last segment. */
function withCategorySlugs(filters: Filters): Filters {
  const category = filters.category?.map((path) => path.slice(path.lastIndexOf('/') + 1))
  return category ? { ...filters, category } : filters
}

/** Moves the price facet right after the categories, because most shoppers use it. */
function withPriceEarly(facets: Listing['facets']) {
  const rank = ({ type }: Listing['facets'][number]) => (type === 'category' ? 0 : type === 'price' ? 1 : 2)
  return facets.toSorted((a, b) => rank(a) - rank(b))
}

async function currencyOf(api: Api) {
  const storefront = await optional(api.storefront.all(), null)
  return storefront?.channel.currency.code ?? 'INR'
}

/** The grid size chosen by the shopper, stored in a cookie so that the server renders it (decisions §1.7). */
function columnsOf(cookie: string | undefined) {
  const { min, max, default: usual } = limits.gridColumns
  const columns = Number(cookie)
  return Number.isInteger(columns) && columns >= min && columns <= max ? columns : usual
}

/** The default description of a listing: `70 products: Ceramics, Textiles, Light and more`. */
function contentsOf({ total, children, cards }: ListingShown) {
  const names = (children.length > 0 ? children : cards).map(({ name }) => name)
  if (names.length === 0) return ''
  const more = names.length > MAX_NAMES ? ' and more' : ''
  return `${total} ${total === 1 ? 'product' : 'products'}: ${names.slice(0, MAX_NAMES).join(', ')}${more}`
}

const MAX_NAMES = 6

/** Filtered and sorted listings are not indexed; further pages of a plain listing are, if they exist. */
export function listingMeta(
  { view, head: { meta, picture } }: Awaited<ReturnType<typeof loadListing>>,
  bodyClass: string,
  { url: { origin } }: Pick<LoadRequest<Api>, 'url'>,
): Meta {
  const { url, page, perPage, filters, sort, decimals, query, breadcrumbs, heading, cards } = view
  const isPlain =
    listingQuery({ filters }, decimals) === '' && sort.value === sort.options[0]?.value && query === ''
  return {
    title: page > 1 ? `${meta.meta_title} (page ${page})` : meta.meta_title,
    description: meta.meta_description || contentsOf(view),
    canonical: url + listingQuery({ page, query: url === SEARCH ? query : '' }, decimals),
    bodyClass,
    image: picture ? previewImage(picture, 1024) : null,
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

const focalOf = ({ focal_point }: Image) => (focal_point ? { focal: focal_point } : {})
