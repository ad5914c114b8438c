import type { Tone } from '#ui/chip.tsx'
import type { ReviewRow } from './admin-contract.ts'

/** Imported by browser code too, so the file contains no schemas. */
export const reviewRoutes = {
  fields: 'GET /api/plugins/review/fields',
  rateProduct: 'POST /api/plugins/review/rate-product',
  productReviews: 'POST /api/plugins/review/product-reviews',
  mine: 'GET /api/plugins/review/mine',
  helpful: 'POST /api/plugins/review/helpful',
} as const

/** The back office's calls. Imported by browser code too, so the file contains no schemas. */
export const reviewAdminRoutes = {
  list: 'GET /api/admin/reviews',
  get: 'GET /api/admin/reviews/:id',
  photo: 'GET /api/admin/reviews/:id/photo',
  publish: 'POST /api/admin/reviews/:id/publish',
  reject: 'POST /api/admin/reviews/:id/reject',
  reply: 'PUT /api/admin/reviews/:id/reply',
  bulk: 'POST /api/admin/reviews/bulk',
} as const

export const reviewStates: Readonly<Record<ReviewRow['status'], { label: string; tone: Tone }>> = {
  pending: { label: 'Waiting', tone: 'open' },
  published: { label: 'Published', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'calm' },
}
