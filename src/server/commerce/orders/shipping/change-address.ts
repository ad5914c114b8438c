import { addressTexts } from '#contract/rules/address.ts'
import { type GivenAddress, requireWholeAddress } from '#server/commerce/addresses/valid-address.ts'
import { addressFixed } from '#server/commerce/orders/model/refusals.ts'
import { hasUnshipped } from '#server/commerce/orders/order-rights.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { json } from '#server/platform/kernel/schema.ts'
import type { ShippingServices } from '../model/shipping-services.ts'
import { holdOrder, requireOrder, stateMessage } from './order-moves.ts'

/**
 * Corrects the delivery address of an order until all of it is shipped. The country, the delivery and the total stay as
 * they are; a billing address that was the same changes with it, and so does the invoice, which is made later.
 * @throws 404; 409 ORDER_STATE once all is shipped; 422 by field
 */
export const changeAddress = (
  { db }: Pick<ShippingServices, 'db'>,
  order_no: string,
  given: Omit<GivenAddress, 'country_id'>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const held = await holdOrder(tx, order_no)
    if (!hasUnshipped(held)) throw addressFixed(stateMessage(held))
    const { shipping_address: before, billing_address: billing } = await requireOrder(tx, held.id)
    const { country_id } = before
    const { state_id, ...texts } = await requireWholeAddress(tx, { ...given, country_id })
    const isBillingSame = addressTexts.every(
      (column) => column === 'tax_no' || (before[column] ?? '') === (billing[column] ?? ''),
    )
    await store.all(tx, held.id, json({ ...texts, state_id, state: state_id }), isBillingSame)
  })

const store = prepared(
  'change address of order',
  `update orders set shipping_address = shipping_address || $2::jsonb,
    billing_address = case when $3::boolean then billing_address || $2::jsonb else billing_address end
  where id = $1::bigint`,
)
