import type { Cart } from '#contract/cart.ts'
import { keyOfPromotion } from '#contract/rules/promotions/to-promotion.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { productNotAvailable } from './model/refusals.ts'
import { readCartRow } from './store/read-cart.ts'
import { type Write, writeCart } from './store/write-cart.ts'

/**
 * Takes another of the gifts that a promotion offers; it stays chosen while the promotion does not count.
 * @throws 404 for a product that is not one of them, or not there; 409 CART_INVALID without a cart, STALE_CART
 */
export const chooseGift = (
  db: Db,
  write: Write,
  { promotionId, variationId }: { promotionId: number; variationId: number },
): Promise<Cart> =>
  writeCart(db, write, async (tx, cartId) => {
    const key = keyOfPromotion(promotionId)
    const { gifts } = await readCartRow(tx, write.scope.channel, cartId)
    const offered = gifts.find(({ gift }) => gift.key === key)?.gift.choices ?? []
    if (!offered.some(({ product_id }) => product_id === variationId)) throw productNotAvailable()
    await choose.all(tx, cartId, key, variationId)
  })

const choose = prepared(
  'choose gift',
  `update carts set gift_choices = coalesce(gift_choices, '{}') || jsonb_build_object($2::text, $3::integer) where id = $1::bigint`,
)
