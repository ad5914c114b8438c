import { exchangeMail } from '#server/commerce/orders/messages/exchange-message.ts'
import { itemsCancelled, orderCancelled } from '#server/commerce/orders/messages/order-cancelled.ts'
import { changeEnded, changeProposed, orderChanged } from '#server/commerce/orders/messages/order-changed.ts'
import { orderPlaced } from '#server/commerce/orders/messages/order-placed-mail.ts'
import { orderReady } from '#server/commerce/orders/messages/order-ready.ts'
import { paidBack, refundFailed } from '#server/commerce/orders/messages/paid-back.ts'
import { payoutDetailsSaved } from '#server/commerce/orders/messages/payout-details.ts'
import { refundMails } from '#server/commerce/orders/messages/refund-message.ts'
import { withdrawalStated } from '#server/commerce/orders/messages/withdrawal-message.ts'
import { orderPaid, shipmentMails } from '#server/commerce/orders/shipping/shipment-messages.ts'
import { paymentLinkEnded, quoteEnded } from '#server/commerce/payments/ended-link.ts'
import { paymentLinkMail, quoteMail } from '#server/commerce/payments/payment-link.ts'
import { paymentReturned } from '#server/commerce/payments/payment-returned.ts'
import { paymentInstructions } from '#server/commerce/payments/transfer-messages.ts'
import { formAcknowledgement, formAnswer } from '#server/content/forms/submission-mails.ts'
import { storeOpening } from '#server/content/storefront/notify-store-opening.ts'
import { accountDeleted } from '#server/people/account/account-mails.ts'
import { changeMails, passwordReset } from '#server/people/auth/auth-mails.ts'
import { emailConfirmation } from '#server/people/auth/email-confirmation.ts'
import { staffInvitation } from '#server/people/staff/staff-mails.ts'
import { trackingCode } from '#server/people/tracking/code-mail.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import type { ShopMail } from '#server/platform/kernel/shop-mail.ts'

const ownMails: readonly ShopMail[] = [
  orderPlaced,
  paymentInstructions,
  paymentLinkMail,
  quoteMail,
  quoteEnded,
  paymentLinkEnded,
  orderPaid,
  paymentReturned,
  ...Object.values(shipmentMails),
  orderReady,
  orderCancelled,
  itemsCancelled,
  changeProposed,
  orderChanged,
  changeEnded,
  exchangeMail,
  ...Object.values(refundMails),
  withdrawalStated,
  refundFailed,
  paidBack,
  payoutDetailsSaved,
  trackingCode,
  emailConfirmation,
  passwordReset,
  staffInvitation,
  ...Object.values(changeMails),
  accountDeleted,
  storeOpening,
  formAcknowledgement,
  formAnswer,
]

/** Every mail whose texts can be changed, with those of all installed plugins. */
export const shopMails = ({ plugins }: Pick<Services, 'plugins'>): readonly ShopMail[] => [
  ...ownMails,
  ...plugins.installed.flatMap(({ mails = [] }) => mails),
]
