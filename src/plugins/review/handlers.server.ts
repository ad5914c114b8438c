import { actorOf } from '#server/platform/audit/audit-log.ts'
import type { CallContext } from '#server/platform/kernel/call-context.ts'
import { pluginInactive } from '#server/platform/kernel/errors.ts'
import { type Handlers, say, sendFile } from '#server/platform/kernel/handlers.ts'
import { pluginConfig } from '#server/platform/kernel/plugin.ts'
import { customerOf } from '#server/platform/sessions/customer-of.ts'
import type { reviewAdminEndpoints } from './admin-contract.ts'
import type { reviewEndpoints } from './contract.ts'
import { findPurchases } from './find-purchases.server.ts'
import { listReviews } from './list-reviews.server.ts'
import { moderateReviews, publishReview, rejectReview, replyToReview } from './moderate.server.ts'
import { readPhoto } from './photos.server.ts'
import { review } from './plugin.ts'
import { listAllReviews, readReview } from './read-reviews.server.ts'
import { saveReview } from './save-review.server.ts'
import { voteHelpful } from './vote.server.ts'

export const reviewHandlers: Handlers<typeof reviewEndpoints> = {
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
export const reviewAdminHandlers: Handlers<typeof reviewAdminEndpoints> = {
  list: (query, { db }) => listAllReviews(db, query),

  get: async ({ id }, call) => readReview(call.db, id, (await readConfig(call)).fields),

  async photo({ id, number }, call) {
    const bytes = await readPhoto(call, { id, number })
    return sendFile({ type: 'image/webp', name: `review-${id}-${number}.webp`, bytes })
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
