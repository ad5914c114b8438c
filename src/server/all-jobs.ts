import { bookOrdersJob, runOrderBatchJob } from './admin/order-batches.ts'
import { storeReportMonthsJob } from './admin/reports/stored-months.ts'
import { fetchPendingImagesJob } from './catalog/importing/fetch-pending-images.ts'
import { deleteOldImportFilesJob, importProductsJob } from './catalog/importing/product-imports.ts'
import { noteListPricesJob } from './catalog/price-lists/note-prices.ts'
import { switchPriceListsJob } from './catalog/price-lists/switch-price-lists.ts'
import { changeProductsJob } from './catalog/products/editing/change-products.ts'
import { publishDueProductsJob } from './catalog/products/editing/publish-due-products.ts'
import { refreshCollectionsJob } from './catalog/products/editing/refresh-collections.ts'
import { countCartsJob } from './commerce/cart/count-carts.ts'
import { deleteOldCartsJob } from './commerce/cart/delete-old-carts.ts'
import { carryOutBookingsJob } from './commerce/couriers/bookings/carry-out-booking.ts'
import { deleteOldLabelsJob } from './commerce/couriers/bookings/delete-old-labels.ts'
import { trackParcelsJob } from './commerce/couriers/bookings/take-scans.ts'
import { deleteUnusedImagesJob } from './commerce/customisation/delete-unused-images.ts'
import { carryOutRefundsJob } from './commerce/gateways/refunds.ts'
import { issueMissingCreditNotesJob } from './commerce/orders/invoices/issue-credit-note.ts'
import { issueMissingInvoicesJob } from './commerce/orders/invoices/issue-invoice.ts'
import { recordOwedRefundsJob } from './commerce/orders/owed-refunds.ts'
import { encryptPayoutDetailsJob } from './commerce/orders/payout-details.ts'
import { deleteUnusedPhotosJob } from './commerce/orders/store-photo.ts'
import { expireChangesJob } from './commerce/payments/answer-change.ts'
import { askDuePaymentsJob } from './commerce/payments/ask-due-payments.ts'
import { cancelAbandonedOrdersJob } from './commerce/payments/cancel-abandoned-orders.ts'
import { expireUnpaidOrdersJob } from './commerce/payments/expire-unpaid-orders.ts'
import { publishDuePostsJob } from './content/blog/publish-due-posts.ts'
import { deleteUnusedFormFilesJob } from './content/forms/form-files.ts'
import { publishScheduledPagesJob } from './content/pages/editing/publish-scheduled-pages.ts'
import { noteDueSectionsJob } from './content/pages/note-due-sections.ts'
import { openStoreJob } from './content/storefront/editing/open-store.ts'
import { notifyStoreOpeningJob } from './content/storefront/notify-store-opening.ts'
import { purgeCdnJob } from './operations/cdn/purge-cdn.ts'
import { sendDemoOrdersJob } from './operations/demo-orders/send-demo-orders.ts'
import { retentionJobs } from './operations/retention/retention-jobs.ts'
import { removeDemoJob } from './operations/setup/remove-demo.ts'
import { eraseLeftOrdersJob } from './people/account/erase-orders.ts'
import { linkGuestOrdersJob } from './people/customers/link-guest-orders.ts'
import type { AnyJob } from './platform/jobs/job.ts'
import type { Services } from './platform/kernel/context.ts'
import type { Transports } from './platform/notify/send-outbox.ts'
import { sendOutboxJob } from './platform/notify/send-outbox-job.ts'
import { deleteUnfinishedVideosJob } from './shop/uploads/receive-video.ts'

export type ShopJobServices = Services & { transports: Transports }

/** Every background job of the shop: one per concern. */
export const allJobs: readonly AnyJob<ShopJobServices>[] = [
  sendOutboxJob,
  purgeCdnJob,
  expireUnpaidOrdersJob,
  expireChangesJob,
  askDuePaymentsJob,
  cancelAbandonedOrdersJob,
  carryOutRefundsJob,
  issueMissingInvoicesJob,
  issueMissingCreditNotesJob,
  recordOwedRefundsJob,
  encryptPayoutDetailsJob,
  runOrderBatchJob,
  bookOrdersJob,
  storeReportMonthsJob,
  noteDueSectionsJob,
  publishDuePostsJob,
  publishDueProductsJob,
  switchPriceListsJob,
  noteListPricesJob,
  refreshCollectionsJob,
  publishScheduledPagesJob,
  fetchPendingImagesJob,
  eraseLeftOrdersJob,
  linkGuestOrdersJob,
  deleteUnusedPhotosJob,
  deleteUnusedFormFilesJob,
  deleteUnusedImagesJob,
  deleteUnfinishedVideosJob,
  countCartsJob,
  deleteOldCartsJob,
  carryOutBookingsJob,
  trackParcelsJob,
  deleteOldLabelsJob,
  sendDemoOrdersJob,
  notifyStoreOpeningJob,
  openStoreJob,
  changeProductsJob,
  importProductsJob,
  deleteOldImportFilesJob,
  removeDemoJob,
  ...retentionJobs,
]
