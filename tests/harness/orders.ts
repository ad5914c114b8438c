import type { OrderState } from '#contract/rules/order-status.ts'
import { issueInvoice } from '#server/commerce/orders/invoices/issue-invoice.ts'
import { moveOrder } from '#server/commerce/orders/model/order-states.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { address } from './addresses.ts'
import type { Guest } from './guest.ts'
import type { Shop } from './open-shop.ts'
import { withPayments } from './payments.ts'
import { makeProduct } from './products.ts'
import { ok } from './reply.ts'

/** Adds builders for orders of guests and customers in any state. For `openShop({ seed: true })`. */
export function withOrders(opened: Shop) {
  const shop = withPayments(opened)
  const { db } = shop
  let made = 0

  /** A shopper with a placed order. */
  async function orderOf({
    quantity = 3,
    method = 'cod',
    isCustomer = true,
  }: {
    quantity?: number
    method?: string
    isCustomer?: boolean
  } = {}) {
    made += 1
    const number = made
    const product = await shop.productWith(50)
    const shopper = await shop.guestAtPayment({ ...product, quantity }, method)
    if (isCustomer)
      ok(
        await shopper.api.auth.register({
          first_name: 'Asha',
          last_name: 'Rao',
          phone: `98765${String(number).padStart(5, '0')}`,
          email: `asha${number}@example.com`,
          password: 'a pot of tea',
        }),
      )
    const { order_id, order_no, token } = ok(await shopper.order())
    if (method === 'test_gateway') {
      const { payment_id } = ok(await shopper.api.checkout.processPayment({ order_id, token }))
      await shop.choose(payment_id, 'pay')
    }
    const read = async (key: { token?: string } = isCustomer ? {} : { token }) =>
      ok(await shopper.api.orders.item({ order_no, ...key })).order
    return { ...shopper, product, order_id, order_no, token, read }
  }

  /** Moves an order through these states. */
  async function bring(order_id: number, ...states: OrderState[]) {
    for (const next of states)
      await db.transaction().execute(async (tx) => {
        const { status } = await tx
          .selectFrom('orders')
          .select('status')
          .where('id', '=', order_id)
          .executeTakeFirstOrThrow()
        await moveOrder(tx, { id: order_id, status }, next)
        if (next === 'shipped') await issueInvoice(tx, order_id)
      })
  }

  const delivered = ['packed', 'shipped', 'out_for_delivery', 'delivered'] as const

  const deliver = (id: number) => bring(id, ...delivered)

  /** A delivered order whose items may be returned for a week, regardless of the demo shop's settings. */
  async function deliveredOrder(more: Parameters<typeof orderOf>[0] = {}) {
    const made = await orderOf(more)
    await db
      .updateTable('order_items')
      .set({ return_days: 7 })
      .where('order_id', '=', made.order_id)
      .execute()
    await deliver(made.order_id)
    return made
  }

  return { ...shop, orderOf, bring, deliver, deliveredOrder }
}

type Buyer = { first_name: string; last_name: string; email: string; phone: string }

/** Places this person's cash-on-delivery order of a new product. */
export async function buy(db: Db, { api }: Guest, { first_name, last_name, email, phone }: Buyer) {
  ok(await api.cart.addItem(await makeProduct(db)))
  ok(await api.cart.updateContact({ phone, email }))
  const address_line_1 = `12 ${last_name} Road`
  ok(
    await api.cart.updateAddress({
      ...address,
      ...{ first_name, last_name, phone, address_line_1 },
      same_as_shipping: true,
    }),
  )
  const { version } = ok(await api.cart.updatePaymentMode({ payment_method: 'cod' }))
  const idempotency_key = crypto.randomUUID()
  const order = ok(await api.checkout.placeOrder({ version, idempotency_key, accept_tnc: true }))
  return { order_id: order.order_id, order_no: order.order_no, token: order.token }
}
