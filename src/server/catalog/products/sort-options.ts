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
}

const optionOf = (value: Sort) => ({ value, label: labels[value] })

const options = sorts.map(optionOf)

/** The sort options of a listing. Relevance is for searches: elsewhere it means the featured order. Decisions §2. */
export const sortOptions = ({ isSearch }: { isSearch: boolean }) =>
  isSearch ? [optionOf('relevance'), ...options] : options
