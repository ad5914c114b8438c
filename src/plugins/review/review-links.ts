import { keyOf } from '#contract/rules/own-value.ts'
import type { reviewSorts } from './contract.ts'

type Sort = (typeof reviewSorts)[number]

/** The part of the reviews that a page shows, from its address. */
export type ListQuery = { page: number; sort: Sort; stars?: number; with_photos?: boolean }

export const sortLabels: Record<Sort, string> = {
  newest: 'Newest',
  oldest: 'Oldest',
  highest: 'Highest rating',
  lowest: 'Lowest rating',
  helpful: 'Most helpful',
}

export function readListQuery(query: string): ListQuery {
  const given = new URLSearchParams(query)
  const page = Number(given.get('reviews'))
  const stars = Number(given.get('stars'))
  const sort = given.get('reviews_sort') ?? ''
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
    sort: keyOf(sortLabels, sort) ?? 'newest',
    ...([1, 2, 3, 4, 5].includes(stars) && { stars }),
    ...(given.get('photos') === '1' && { with_photos: true }),
  }
}

/** The address of a product's page with this part of its reviews. */
export function listHref(slug: string, { page, sort, stars, with_photos }: ListQuery): string {
  const query = new URLSearchParams({
    ...(page > 1 && { reviews: String(page) }),
    ...(sort !== 'newest' && { reviews_sort: sort }),
    ...(stars && { stars: String(stars) }),
    ...(with_photos && { photos: '1' }),
  }).toString()
  return `/product/${encodeURIComponent(slug)}${query && `?${query}`}#reviews`
}
