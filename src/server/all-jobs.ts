import { eraseLeftOrdersJob } from './account/erase-orders.ts'
import { publishScheduledPagesJob } from './admin/content/publish-scheduled-pages.ts'
import { runOrderBatchJob } from './admin/order-batches.ts'
import { publishDuePostsJob } from './blog/publish-due-posts.ts'
import { countCartsJob } from './cart/count-carts.ts'
import { deleteOldCartsJob } from './cart/delete-old-carts.ts'
import { changeProductsJob } from './catalog-editing/change-products.ts'
import { importProductsJob } from './catalog-editing/product-imports.ts'
import { publishDueProductsJob } from './catalog-editing/publish-due-products.ts'
import { refreshCollectionsJob } from './catalog-editing/refresh-collections.ts'
import { noteDueSectionsJob } from './content/note-due-sections.ts'
import { deleteUnusedImagesJob } from './customisation/delete-unused-images.ts'
import { runDemoCourierJob } from './demo-courier/demo-courier.ts'
import { deleteUnusedFormFilesJob } from './forms/form-files.ts'
import { carryOutRefundsJob } from './gateways/refunds.ts'
import { fetchPendingImagesJob } from './importing/fetch-pending-images.ts'
import type { AnyJob } from './jobs/job.ts'
import type { Services } from './kernel/context.ts'
import type { Transports } from './notify/send-outbox.ts'
import { sendOutboxJob } from './notify/send-outbox-job.ts'
import { issueMissingCreditNotesJob } from './orders/invoices/issue-credit-note.ts'
import { issueMissingInvoicesJob } from './orders/invoices/issue-invoice.ts'
import { recordOwedRefundsJob } from './orders/owed-refunds.ts'
import { encryptPayoutDetailsJob } from './orders/payout-details.ts'
import { deleteUnusedPhotosJob } from './orders/store-photo.ts'
import { askDuePaymentsJob } from './payments/ask-due-payments.ts'
import { cancelAbandonedOrdersJob } from './payments/cancel-abandoned-orders.ts'
import { expireUnpaidOrdersJob } from './payments/expire-unpaid-orders.ts'
import { retentionJobs } from './retention/retention-jobs.ts'
import { removeDemoJob } from './setup/remove-demo.ts'
import { notifyStoreOpeningJob } from './storefront/notify-store-opening.ts'
import { openStoreJob } from './storefront/open-store.ts'
import { deleteUnfinishedVideosJob } from './uploads/receive-video.ts'

export type ShopJobServices = Services & { transports: Transports }

/** Every background job of the shop: one per concern. */
export const allJobs: readonly AnyJob<ShopJobServices>[] = [
  sendOutboxJob,
  expireUnpaidOrdersJob,
  askDuePaymentsJob,
  cancelAbandonedOrdersJob,
  carryOutRefundsJob,
  issueMissingInvoicesJob,
  issueMissingCreditNotesJob,
  recordOwedRefundsJob,
  encryptPayoutDetailsJob,
  runOrderBatchJob,
  noteDueSectionsJob,
  publishDuePostsJob,
  publishDueProductsJob,
  refreshCollectionsJob,
  publishScheduledPagesJob,
  fetchPendingImagesJob,
  eraseLeftOrdersJob,
  deleteUnusedPhotosJob,
  deleteUnusedFormFilesJob,
  deleteUnusedImagesJob,
  deleteUnfinishedVideosJob,
  countCartsJob,
  deleteOldCartsJob,
  runDemoCourierJob,
  notifyStoreOpeningJob,
  openStoreJob,
  changeProductsJob,
  importProductsJob,
  removeDemoJob,
  ...retentionJobs,
]
