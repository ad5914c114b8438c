import type { OrderState } from '#contract/rules/order-status.ts'
import { ok } from '../cart/test-shop.ts'
import { moveOrder } from '../checkout/order-states.ts'
import type { Config } from '../config/config.ts'
import { openPaymentShop } from '../payments/test-payments.ts'

/** For tests: the demo shop with orders in whatever state, of guests and of customers. */
export async function openOrdersShop(config: Partial<Config> = {}) {
  const shop = await openPaymentShop(config)
  const { db } = shop
  let made = 0

  /** Somebody logged in who has filled in everything for one order, and what they order. */
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

  /** Moves an order along its way. */
  async function bring(order_id: number, ...states: OrderState[]) {
    for (const next of states)
      await db.transaction().execute(async (tx) => {
        const { status } = await tx
          .selectFrom('orders')
          .select('status')
          .where('id', '=', order_id)
          .executeTakeFirstOrThrow()
        await moveOrder(tx, { id: order_id, status }, next)
      })
  }

  const delivered = ['packed', 'shipped', 'out_for_delivery', 'delivered'] as const

  const deliver = (id: number) => bring(id, ...delivered)

  /** Everything of it may be sent back for a week, however the demo shop has it. */
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
