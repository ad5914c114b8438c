import { accountDeleted } from '#server/account/account-mails.ts'
import { changeMails, passwordReset } from '#server/auth/auth-mails.ts'
import { emailConfirmation } from '#server/auth/email-confirmation.ts'
import { formAcknowledgement, formAnswer } from '#server/forms/submission-mails.ts'
import type { Services } from '#server/kernel/context.ts'
import type { ShopMail } from '#server/kernel/shop-mail.ts'
import { itemsCancelled, orderCancelled } from '#server/orders/messages/order-cancelled.ts'
import { orderPlaced } from '#server/orders/messages/order-placed-mail.ts'
import { paidBack } from '#server/orders/messages/paid-back.ts'
import { payoutDetailsSaved } from '#server/orders/messages/payout-details.ts'
import { refundMails } from '#server/orders/messages/refund-message.ts'
import { orderPaid, shipmentMails } from '#server/orders/shipping/shipment-messages.ts'
import { paymentReturned } from '#server/payments/payment-returned.ts'
import { paymentInstructions } from '#server/payments/transfer-messages.ts'
import { staffInvitation } from '#server/staff/staff-mails.ts'
import { storeOpening } from '#server/storefront/notify-store-opening.ts'
import { trackingCode } from '#server/tracking/code-mail.ts'

const ownMails: readonly ShopMail[] = [
  orderPlaced,
  paymentInstructions,
  orderPaid,
  paymentReturned,
  ...Object.values(shipmentMails),
  orderCancelled,
  itemsCancelled,
  ...Object.values(refundMails),
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
