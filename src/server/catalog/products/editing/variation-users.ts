import type { Tx } from '#server/platform/kernel/context.ts'

type Ids = readonly number[] | ReturnType<typeof idsQuery>
const idsQuery = (tx: Tx) => tx.selectFrom('variations').select('id')

/** Who has one of the variations, as the end of a sentence: `3 orders`, `a cart`. */
export async function usersOf(tx: Tx, variations: Ids): Promise<string[]> {
  const { orders } = await tx
    .selectFrom('order_items')
    .select((eb) => eb.fn.count<number>('order_id').distinct().as('orders'))
    .where('variation_id', 'in', variations)
    .executeTakeFirstOrThrow()
  const { carts } = await tx
    .selectFrom('cart_items')
    .select((eb) => eb.fn.count<number>('cart_id').distinct().as('carts'))
    .where('variation_id', 'in', variations)
    .executeTakeFirstOrThrow()
  return [
    ...(orders > 0 ? [orders === 1 ? 'an order' : `${orders} orders`] : []),
    ...(carts > 0 ? [carts === 1 ? 'a cart' : `${carts} carts`] : []),
  ]
}
