import { type Sort, sorts } from '#contract/catalog.ts'

const labels: Record<Sort, string> = {
  relevance: 'Relevance',
  default: 'Featured',
  newest: 'Newest',
  price_asc: 'Price: low to high',
  price_desc: 'Price: high to low',
  best_selling: 'Best selling',
  rating: 'Rating',
  discount: 'Discount',
  name_asc: 'Name: A to Z',
  origin_asc: 'Country of origin',
}

const optionOf = (value: Sort) => ({ value, label: labels[value] })

const options = sorts.map(optionOf)
const withoutOrigin = options.filter(({ value }) => value !== 'origin_asc')

/**
 * The sort options of a listing. Relevance is for searches: elsewhere it means the featured order; the country of origin is for
 * listings of products that declare one. Decisions §2.
 */
export function sortOptions({ isSearch, hasOrigins }: { isSearch: boolean; hasOrigins: boolean }) {
  const offered = hasOrigins ? options : withoutOrigin
  return isSearch ? [optionOf('relevance'), ...offered] : offered
}
