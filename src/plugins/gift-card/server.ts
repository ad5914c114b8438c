import { join } from 'node:path'
import { defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { readCardPage } from './card-page.server.ts'
import {
  deliveryPersonalData,
  expireGiftCardsJob,
  expiryMail,
  giftCardMail,
  sendGiftCardsJob,
} from './deliveries.server.ts'
import { giftCardDemoCommand } from './demo-card.server.ts'
import { adminGiftCardGroup, giftCardGroup } from './handlers.server.ts'
import { giftCard } from './plugin.ts'
import { enqueueCardsOf, issueSoldCardsJob, requireUnspentCards, voidRefundedCards } from './sales.server.ts'
import { giftCardForms, giftCardSlots } from './slots.server.ts'

export const giftCardPlugin = defineServerPlugin(giftCard, {
  apiVersion: 1,
  endpoints: [giftCardGroup],
  admin: { groups: [adminGiftCardGroup] },
  slots: giftCardSlots,
  postForms: giftCardForms,
  commands: { 'gift-card-demo': giftCardDemoCommand },
  documents: { card: readCardPage },
  mails: [giftCardMail, expiryMail],
  jobs: [issueSoldCardsJob, sendGiftCardsJob, expireGiftCardsJob],
  hooks: {
    'order.paid': ({ order_id }, { tx }) => enqueueCardsOf(tx, order_id),
    'refund.requested': ({ refund_id }, { tx }) => requireUnspentCards(tx, refund_id),
    'refund.completed': ({ refund_id }, { tx }) => voidRefundedCards(tx, refund_id),
  },
  personalData: [deliveryPersonalData],
  migrations: join(import.meta.dirname, 'migrations'),
})
