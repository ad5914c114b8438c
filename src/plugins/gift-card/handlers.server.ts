import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { putValueOnCart, takeValueOffCart } from '#server/commerce/cart/apply-value.ts'
import { scopeIn } from '#server/commerce/cart/move-cart.ts'
import { cartCookie } from '#server/commerce/cart/store/cart-cookie.ts'
import { limitWrongCodes } from '#server/commerce/coupons/limit-wrong-codes.ts'
import { actorOf } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { pluginInactive } from '#server/platform/kernel/errors.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { pluginConfig } from '#server/platform/kernel/plugin.ts'
import { defineAdminGroup, defineGroup } from '#server/shop/plugins/define-server-plugin.ts'
import { giftCardAdminEndpoints } from './admin-contract.ts'
import { addCardPage } from './card-page.server.ts'
import { giftCardEndpoints } from './contract.ts'
import {
  blockGiftCard,
  findGiftCard,
  importGiftCards,
  issueCard,
  listGiftCards,
  resendGiftCard,
} from './gift-cards.server.ts'
import { giftCard } from './plugin.ts'
import { cardInvalid } from './refusals.server.ts'
import { giftCardAdminRoutes, giftCardRoutes } from './routes.ts'

const handlers: Handlers<typeof giftCardEndpoints> = {
  async apply({ code, version, ...ref }, call) {
    const write = { scope: await scopeIn(call, ref), version }
    const { owner, channel } = write.scope
    const cart = await limitWrongCodes(call.db, { owner, ip: call.visitor.ip }, async () => {
      const account = await findGiftCard(call.db, code, channel.currency)
      if (account === undefined) throw cardInvalid()
      return putValueOnCart(call.db, write, account)
    })
    call.setCookie(cartCookie(cart))
    return say('Gift card added', cart)
  },

  async remove({ id, version, ...ref }, call) {
    const cart = await takeValueOffCart(call.db, { scope: await scopeIn(call, ref), version }, id)
    call.setCookie(cartCookie(cart))
    return say('Gift card removed', cart)
  },
}

export const giftCardGroup = defineGroup({
  name: 'giftCards',
  routes: giftCardRoutes,
  endpoints: giftCardEndpoints,
  handlers,
})

const adminHandlers: Handlers<typeof giftCardAdminEndpoints> = {
  list: (query, { db }) => listGiftCards(db, query),

  async issue({ amount, note, request_key, recipient }, call) {
    const config = await pluginConfig(call, giftCard)
    if (!config) throw pluginInactive()
    const card = { amount, note, requestKey: request_key, validMonths: config.valid_months }
    const { currency } = call.channel
    const timeZone = timeZoneOf(call.channel.locale)
    const sending = recipient ? { recipient, timeZone, config: call.config } : null
    const issued = await inTransaction(call.db, async (tx) => {
      const written = await issueCard(tx, actorOf(call.visitor), { ...card, currency }, sending)
      return { ...written, page: await addCardPage(tx, call.config, written) }
    })
    return say(recipient ? 'Gift card issued. It is sent by e-mail' : 'Gift card issued', issued)
  },

  async import({ cards, note }, call) {
    const { currency, locale } = call.channel
    const request = { cards, note, currency, timeZone: timeZoneOf(locale) }
    const imported = await importGiftCards(call.db, actorOf(call.visitor), request)
    return say(`${imported} ${imported === 1 ? 'card' : 'cards'} imported`, { imported })
  },

  async block({ id, is_blocked }, call) {
    await blockGiftCard(call.db, actorOf(call.visitor), id, is_blocked)
    return say(is_blocked ? 'Blocked' : 'Unblocked', { is_blocked })
  },

  async resend(request, call) {
    const resending = { ...request, config: call.config }
    const { label, isWaiting } = await resendGiftCard(call.db, actorOf(call.visitor), resending)
    const when = isWaiting ? 'It is sent to this address on its day' : 'It is sent again within a minute'
    return say(`${when}, with a new code`, { label })
  },
}

export const adminGiftCardGroup = defineAdminGroup({
  name: 'adminGiftCards',
  routes: giftCardAdminRoutes,
  endpoints: giftCardAdminEndpoints,
  handlers: adminHandlers,
})
