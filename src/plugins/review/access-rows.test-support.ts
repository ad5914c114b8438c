import { customer, open } from '../../../tests/matrix/call-rows.ts'
import { definePluginRows } from '../../../tests/matrix/define-plugin-rows.ts'
import type { InputsOf } from '../../../tests/staff-matrix/inputs-of.ts'
import type { reviewAdminRoutes, reviewRoutes } from './routes.ts'

const unknown = { id: 999_999_999, version: 'an-old-version' }

const staffInputs: InputsOf<{ adminReviews: typeof reviewAdminRoutes }> = {
  adminReviews: {
    photo: { id: 999_999_999, number: 1 },
    publish: unknown,
    reject: unknown,
    reply: { ...unknown, text: 'Thank you' },
    bulk: { action: 'publish', reviews: [unknown] },
  },
}

export default definePluginRows<typeof reviewRoutes>(
  'review',
  {
    fields: open(),
    rateProduct: customer({ product_id: 1001, fields: { rating: 5, comment: 'Fits well' } }, 409),
    productReviews: open({ slug: 'moon-vase' }),
    mine: customer(),
    helpful: open({ id: 1 }, 404),
  },
  {
    staffInputs,
    neverAnswered: {
      'reviewAdminEndpoints.bulk': { STALE_RECORD: 'reported for each review in the results' },
    },
  },
)
