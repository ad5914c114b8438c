import { join } from 'node:path'
import { defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { adminReviewGroup, reviewGroup } from './handlers.server.ts'
import { reviewPersonalData } from './personal-data.server.ts'
import { deleteUnusedPhotosJob } from './photos.server.ts'
import { review } from './plugin.ts'
import { readReviewToDo } from './read-reviews.server.ts'
import { reviewRequest, scheduleRequest, sendRequestsJob } from './request-review.server.ts'
import { reviewCommand } from './review-command.server.ts'
import { removeDemoReviews, seedReviews } from './seed-reviews.server.ts'
import { reviewSlots } from './slots.server.ts'

export const reviewPlugin = defineServerPlugin(review, {
  apiVersion: 1,
  endpoints: [reviewGroup],
  admin: { groups: [adminReviewGroup], readToDo: readReviewToDo },
  hooks: {
    'order.delivered': ({ order_id }, { tx, config }) => scheduleRequest(tx, order_id, config.request_days),
  },
  mails: [reviewRequest],
  jobs: [sendRequestsJob, deleteUnusedPhotosJob],
  slots: reviewSlots,
  personalData: [reviewPersonalData],
  commands: { review: reviewCommand },
  migrations: join(import.meta.dirname, 'migrations'),
  seed: seedReviews,
  removeDemo: removeDemoReviews,
  demo: { config: {} },
  isOnInNewShop: true,
})
