import type { Guest } from '../../../tests/shop.ts'
import { ok, stocked } from '../auth/test-auth.ts'
import type { Db } from '../http/context.ts'

/** Who is delivered to. */
type Buyer = { first_name: string; last_name: string; email: string; phone: string }

/** Somebody orders something from the demo shop, paid on delivery. */
export async function buy(db: Db, { api }: Guest, { first_name, last_name, email, phone }: Buyer) {
  ok(await api.cart.addItem(await stocked(db)))
  ok(await api.cart.updateContact({ phone, email }))
  const karnataka = ok(await api.settings.countries())[0]?.states.find(({ name }) => name === 'Karnataka')
  ok(
    await api.cart.updateAddress({
      address_type: 'Shipping',
      country_id: 101,
      state_id: karnataka?.id ?? null,
      first_name,
      last_name,
      phone,
      address_line_1: `12 ${last_name} Road`,
      city: 'Bengaluru',
      postcode: '560001',
      same_as_shipping: true,
    }),
  )
  const { version } = ok(await api.cart.updatePaymentMode({ payment_method: 'cod' }))
  const idempotency_key = crypto.randomUUID()
  const order = ok(await api.checkout.placeOrder({ version, idempotency_key, accept_tnc: true }))
  return { order_id: order.order_id, order_no: order.order_no, token: order.token }
}
