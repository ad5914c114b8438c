import { actorOf } from '#server/platform/audit/audit-log.ts'
import type { CallContext } from '#server/platform/kernel/call-context.ts'
import { pluginInactive } from '#server/platform/kernel/errors.ts'
import { type Handlers, say, sendFile } from '#server/platform/kernel/handlers.ts'
import { pluginConfig } from '#server/platform/kernel/plugin.ts'
import { customerOf } from '#server/platform/sessions/session.ts'
import { defineAdminGroup, defineGroup } from '#server/shop/plugins/define-server-plugin.ts'
import { reviewAdminEndpoints } from './admin-contract.ts'
import { type ReviewPage, reviewEndpoints } from './contract.ts'
import { findPurchases } from './find-purchases.server.ts'
import { listReviews } from './list-reviews.server.ts'
import { moderateReviews, publishReview, rejectReview, replyToReview } from './moderate.server.ts'
import { readPhoto } from './photos.server.ts'
import { review } from './plugin.ts'
import { listAllReviews, readReview } from './read-reviews.server.ts'
import { reviewAdminRoutes, reviewRoutes } from './routes.ts'
import { saveReview } from './save-review.server.ts'
import { voteHelpful } from './vote.server.ts'

const reviewHandlers: Handlers<typeof reviewEndpoints> = {
  async fields(_, call) {
    const { fields } = await readConfig(call)
    return fields.map((field, at) => ({ id: at + 1, ...field }))
  },
  async rateProduct(input, call) {
    const saved = await saveReview(call.db, await readConfig(call), input, {
      customerId: customerOf(call),
      ip: call.visitor.ip,
      files: call.files,
      uploads: call.uploads ?? [],
    })
    return say(
      saved.status === 'pending'
        ? 'Thank you. Your review will appear after approval.'
        : 'Thank you for your review.',
      saved,
    )
  },
  productReviews: (input, call) => listReviews(call.db, input, call.tag),
  async mine(filter, call) {
    const { review_open } = await readConfig(call)
    const purchases = await findPurchases(call.db, customerOf(call), filter)
    return { purchases, is_open: review_open }
  },
  async helpful({ id }, call) {
    return say('Thank you for your feedback', await voteHelpful(call.db, id, call))
  },
}

async function readConfig(call: CallContext) {
  const config = await pluginConfig(call, review)
  if (!config) throw pluginInactive()
  return config
}

/** Staff and `vitrine review` decide by the same functions; here the version that staff saw is compared. */
const reviewAdminHandlers: Handlers<typeof reviewAdminEndpoints> = {
  list: (query, { db }) => listAllReviews(db, query),

  get: async ({ id }, call) => readReview(call.db, id, (await readConfig(call)).fields),

  async photo({ id, number }, call) {
    const bytes = await readPhoto(call, { id, number })
    return sendFile({ type: 'image/webp', name: `review-${id}-${number}.webp`, content: bytes })
  },

  async publish({ id, version }, call) {
    const { fields } = await readConfig(call)
    await publishReview(call, id, { actor: actorOf(call.visitor), expected: { version, fields } })
    return say('Review published', await readReview(call.db, id, fields))
  },

  async reject({ id, version }, call) {
    const { fields } = await readConfig(call)
    await rejectReview(call, id, { actor: actorOf(call.visitor), expected: { version, fields } })
    return say('Review rejected', await readReview(call.db, id, fields))
  },

  async reply({ id, version, text }, call) {
    const { fields } = await readConfig(call)
    await replyToReview(call, id, text, { actor: actorOf(call.visitor), expected: { version, fields } })
    return say(text === '' ? 'Reply deleted' : 'Reply saved', await readReview(call.db, id, fields))
  },

  async bulk({ action, reviews }, call) {
    const { fields } = await readConfig(call)
    const results = await moderateReviews(call, { action, reviews }, { actor: actorOf(call.visitor), fields })
    const done = results.filter(({ code }) => code === null).length
    const verb = action === 'publish' ? 'published' : 'rejected'
    return say(`${done} of ${results.length} reviews ${verb}`, { results })
  },
}

const reviewPageExample: ReviewPage = {
  reviews: {
    data: [
      {
        ...{
          id: 31,
          author: 'Asha R.',
          is_verified_purchase: true,
          helpful_count: 2,
          images: [],
          reply: null,
        },
        fields: { rating: 5, title: 'Soft', comment: 'Fits well' },
        created_at: '2026-11-20T09:30:00.000Z',
      },
    ],
    ...{ current_page: 1, last_page: 1, per_page: 10, total: 1 },
  },
  rating_count: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 1 },
  total_reviews: 1,
  overall_rating: 5,
}

export const reviewGroup = defineGroup({
  name: 'review',
  routes: reviewRoutes,
  endpoints: reviewEndpoints,
  handlers: reviewHandlers,
  limits: { rateProduct: { most: 20, seconds: 60 }, helpful: { most: 30, seconds: 60 } },
  examples: {
    rateProduct: {
      request: {
        product_id: 1042,
        fields: { rating: 5, title: 'Soft', comment: 'Fits well', images: [] },
      },
      reply: { status: 'success', data: { id: 31, status: 'pending' } },
    },
    productReviews: {
      request: { slug: 'oxford-shirt', page: 1, perPage: 10, sort: 'newest' },
      reply: { status: 'success', data: reviewPageExample },
    },
  },
})

export const adminReviewGroup = defineAdminGroup({
  name: 'adminReviews',
  routes: reviewAdminRoutes,
  endpoints: reviewAdminEndpoints,
  handlers: reviewAdminHandlers,
})
