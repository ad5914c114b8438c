import { putValueOnCart, takeValueOffCart } from '#server/commerce/cart/apply-value.ts'
import { scopeIn } from '#server/commerce/cart/move-cart.ts'
import { cartCookie } from '#server/commerce/cart/store/cart-cookie.ts'
import { actorOf } from '#server/platform/audit/audit-log.ts'
import type { CallContext } from '#server/platform/kernel/call-context.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { customerOf } from '#server/platform/sessions/session.ts'
import { defineAdminGroup, defineGroup } from '#server/shop/plugins/define-server-plugin.ts'
import { storeCreditAdminEndpoints } from './admin-contract.ts'
import { storeCreditEndpoints } from './contract.ts'
import { noCredit } from './refusals.server.ts'
import { storeCreditAdminRoutes, storeCreditRoutes } from './routes.ts'
import {
  adjustCredit,
  findCreditAccount,
  readBalance,
  readCredit,
  toOwnEntry,
  undoEntry,
} from './store-credit.server.ts'

/** @throws 409 CART_INVALID for a customer who never had credit in the currency of the shop */
async function requireAccount(call: CallContext, currency: string): Promise<number> {
  const account = await findCreditAccount(call.db, customerOf(call), currency)
  if (account === undefined) throw noCredit()
  return account
}

const handlers: Handlers<typeof storeCreditEndpoints> = {
  async get({ page }, call) {
    const { currency } = call.channel
    const customerId = customerOf(call)
    const { entries } = await readCredit(call.db, { customerId, currency, page })
    return {
      balance: await readBalance(call.db, customerId, currency),
      entries: { ...entries, data: entries.data.map(toOwnEntry) },
    }
  },

  async apply({ version, ...ref }, call) {
    const write = { scope: await scopeIn(call, ref), version }
    const account = await requireAccount(call, write.scope.channel.currency)
    const cart = await putValueOnCart(call.db, write, account)
    call.setCookie(cartCookie(cart))
    return say('Store credit added', cart)
  },

  async remove({ version, ...ref }, call) {
    const write = { scope: await scopeIn(call, ref), version }
    const account = await requireAccount(call, write.scope.channel.currency)
    const cart = await takeValueOffCart(call.db, write, account)
    call.setCookie(cartCookie(cart))
    return say('Store credit removed', cart)
  },
}

export const storeCreditGroup = defineGroup({
  name: 'storeCredit',
  routes: storeCreditRoutes,
  endpoints: storeCreditEndpoints,
  handlers,
})

const creditOf = (call: CallContext, customerId: number, page = 1) =>
  readCredit(call.db, { customerId, currency: null, page })

const adminHandlers: Handlers<typeof storeCreditAdminEndpoints> = {
  get: ({ customer_id, page }, call) => creditOf(call, customer_id, page),

  async adjust({ customer_id: customerId, request_key: requestKey, seen_entry_id: seenId, ...change }, call) {
    const { amount } = change
    const { currency } = call.channel
    const adjusted = { ...change, customerId, currency, requestKey, seenId }
    await adjustCredit(call.db, actorOf(call.visitor), adjusted)
    return say(amount > 0 ? 'Credit given' : 'Credit taken', await creditOf(call, customerId))
  },

  async undo({ customer_id: customerId, entry_id }, call) {
    await undoEntry(call.db, actorOf(call.visitor), customerId, entry_id)
    return say('Undone', await creditOf(call, customerId))
  },
}

export const adminStoreCreditGroup = defineAdminGroup({
  name: 'adminStoreCredit',
  routes: storeCreditAdminRoutes,
  endpoints: storeCreditAdminEndpoints,
  handlers: adminHandlers,
})
