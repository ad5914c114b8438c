import type { Cart } from '#contract/cart.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { emptyCart, tooManyValues } from './model/refusals.ts'
import { type Write, writeCart } from './store/write-cart.ts'

/** Gift cards and store credit that one cart can have. */
const MOST_VALUES = 5

/**
 * Lets an account of stored value pay a part of the cart; nothing is taken from it before the order. ADR 0034.
 * @throws 409 CART_INVALID without a cart or lines, CART_FULL, STALE_CART
 */
export const putValueOnCart = (db: Db, write: Write, accountId: number): Promise<Cart> =>
  writeCart(db, write, async (tx, cartId) => {
    const { lines, values } = (await countOf.first(tx, cartId, accountId)) ?? { lines: 0, values: 0 }
    if (lines === 0) throw emptyCart()
    if (values >= MOST_VALUES) throw tooManyValues(MOST_VALUES)
    await put.all(tx, cartId, accountId)
  })

/** Takes it off the cart again, if it is on it. @throws 409 CART_INVALID without a cart, STALE_CART */
export const takeValueOffCart = (db: Db, write: Write, accountId: number): Promise<Cart> =>
  writeCart(db, write, async (tx, cartId) => void (await takeOff.all(tx, cartId, accountId)))

const countOf = prepared<{ lines: number; values: number }>(
  'count values of cart',
  `select (select count(*)::integer from cart_items where cart_id = $1::bigint) as lines,
    (select count(*)::integer from cart_values where cart_id = $1::bigint and account_id <> $2::bigint) as values`,
)

const put = prepared(
  'put value on cart',
  'insert into cart_values (cart_id, account_id) values ($1::bigint, $2::bigint) on conflict do nothing',
)

const takeOff = prepared(
  'take value off cart',
  'delete from cart_values where cart_id = $1::bigint and account_id = $2::bigint',
)
