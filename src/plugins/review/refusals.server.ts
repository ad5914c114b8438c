import { notFound, rejected } from '#server/platform/kernel/errors.ts'
import type { ReviewRecord } from './admin-contract.ts'

export const productNotFound = () => notFound('This product could not be found')

export const itemNotFound = () => notFound('This item could not be found')

export const reviewNotFound = () => notFound('This review could not be found')

export const unknownReview = (id: number) => notFound(`There is no review ${id}`)

export const notPurchased = () => rejected('NOT_PURCHASED', 'Only customers who received it can review it')

export const unknownPhoto = () => notFound('This photo could not be found')

/** With the review as it is now. */
export const staleReview = (actor: string | undefined, present: ReviewRecord) =>
  rejected(
    'STALE_RECORD',
    `${actor ?? 'The customer'} changed this review in the meantime. Check it and try again.`,
    { data: present },
  )
