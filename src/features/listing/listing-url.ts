import type { Filters, ListingRequest, Sort } from '#contract/catalog.ts'
import { type FacetGroup, facetGroupOf, facetGroups } from '#contract/rules/facet-groups.ts'

const plain = new Set([
  'page',
  'sort',
  'price',
  'price_min',
  'price_max',
  'query',
  'availability',
  'grid',
  'perPage',
])
const sortNames = new Set([
  'default',
  'newest',
  'price_asc',
  'price_desc',
  'best_selling',
  'rating',
  'discount',
  'name_asc',
  'origin_asc',
  'relevance',
])

export type ListingState = { page: number; sort: Sort | undefined; filters: Filters; query: string }

/**
 * Parses a listing's URL: `?brand=northway&color=blue,red&price=500-2000&sort=price_asc&page=2`. Prices are
 * in major units there and in minor units here. Invalid values are ignored.
 */
export function readListingUrl(params: URLSearchParams, decimals: number): ListingState {
  const filters: Filters = {}
  for (const key of new Set(params.keys())) {
    const values = valuesOf(params, key)
    if (plain.has(key) || values.length === 0 || !/^[a-z0-9][a-z0-9_-]{0,59}$/.test(key)) continue
    const group = facetGroupOf(key)
    if (group) {
      filters[group] = [...(filters[group] ?? []), ...values]
    } else {
      // A URL does not tell the kind of an attribute: the server knows, and replies with the right group.
      filters.attribute = { ...filters.attribute, [key]: values }
    }
  }
  const price = readPrice(params, decimals)
  if (price) filters.price = price
  if (params.get('availability') === 'in_stock') filters.availability = 'in_stock'
  const sort = params.get('sort') ?? ''
  return {
    page: Math.min(100_000, Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1)),
    sort: sortNames.has(sort) ? (sort as Sort) : undefined,
    filters,
    query: (params.get('query') ?? '').trim().slice(0, 200),
  }
}

const valuesOf = (params: URLSearchParams, key: string) =>
  params
    .getAll(key)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '' && value.length <= 80)
    .slice(0, 50)

/** `price=500-2000` in a link, `price_min=500&price_max=2000` in the form; either end may be missing. */
function readPrice(params: URLSearchParams, decimals: number): Filters['price'] | undefined {
  const [low, high] = (params.get('price') ?? '-').split('-')
  const min = toMinor(params.get('price_min') ?? low, decimals)
  const max = toMinor(params.get('price_max') ?? high, decimals)
  if (min === undefined && max === undefined) return undefined
  if (min !== undefined && max !== undefined && min > max) return { min: max, max: min }
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

function toMinor(text: string | null | undefined, decimals: number) {
  if (!text || !/^\d{1,9}(\.\d{1,3})?$/.test(text.trim())) return undefined
  return Math.round(Number(text) * 10 ** decimals)
}

/** The query string of a listing, in a fixed order, without defaults. */
export function listingQuery(
  { page, sort, filters, query }: Partial<ListingState>,
  decimals: number,
): string {
  const parts: string[] = []
  const put = (key: string, value: string) =>
    parts.push(`${key}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
  if (query) put('query', query)
  for (const group of facetGroups) if (filters?.[group]?.length) put(group, filters[group].join(','))
  for (const kind of ['variable_attribute', 'attribute'] as const)
    for (const [code, values] of Object.entries(filters?.[kind] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
      if (values.length > 0) put(code, values.join(','))
  if (filters?.price) {
    const { min, max } = filters.price
    const major = (amount: number | undefined) =>
      amount === undefined ? '' : String(amount / 10 ** decimals)
    put('price', `${major(min)}-${major(max)}`)
  }
  if (filters?.availability) put('availability', filters.availability)
  if (sort && sort !== 'default' && sort !== 'relevance') put('sort', sort)
  if (page && page > 1) put('page', String(page))
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** The filters with a value of a facet added or removed. */
export function toggled(filters: Filters, facet: { key: string; type: string }, value: string): Filters {
  const flip = (values: readonly string[] = []) =>
    values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
  const { key, type } = facet
  if (type === 'attribute' || type === 'variable_attribute') {
    const group = { ...filters[type], [key]: flip(filters[type]?.[key]) }
    if (group[key]?.length === 0) delete group[key]
    return { ...filters, [type]: group }
  }
  if (type === 'price') {
    const { price: _, ...rest } = filters
    return rest
  }
  return { ...filters, [type]: flip(filters[type as FacetGroup]) }
}

export const isChosen = (filters: Filters, { key, type }: { key: string; type: string }, value: string) =>
  type === 'attribute' || type === 'variable_attribute'
    ? (filters[type]?.[key]?.includes(value) ?? false)
    : (filters[type as FacetGroup]?.includes(value) ?? false)

/** The API request for a listing's URL. */
export const toListingRequest = ({ page, sort, filters }: ListingState, perPage: number): ListingRequest => ({
  page,
  perPage,
  sort: sort ?? 'default',
  filters,
})
