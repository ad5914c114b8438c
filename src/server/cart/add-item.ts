import type { Cart } from '#contract/cart.ts'
import { limits } from '#contract/limits.ts'
import { prepared } from '../db/prepared.ts'
import { retrySerialization } from '../db/retry-serialization.ts'
import { json } from '../db/schema.ts'
import type { Db, Tx } from '../http/context.ts'
import { notFound, rejected } from '../http/errors.ts'
import type { CartScope } from './cart-scope.ts'
import { type Customised, customisationKey, requireCustomisation } from './customisation.ts'
import { ownStockOf } from './own-stock.ts'
import { requireQuantity, type Stocked } from './quantity-rules.ts'
import { readChangedCart } from './read-changed-cart.ts'
import { dropExpiredCart, touchOrMakeCart } from './touch-cart.ts'
import { type Write, withCartInRefusal } from './write-cart.ts'

/** What happens in the same transaction, or not at all. */
type Also = (tx: Tx) => Promise<void>

export type NewItem = { variationId: number; quantity: number; customised: Customised | null }

/**
 * Puts `quantity` more of a variation into the cart, making the cart if there is none, and returns the whole cart.
 * What is there already with the same customisation becomes more of it. Three statements in one transaction; simultaneous
 * adds wait for each other, so none is lost. Spec §7 Cart, decisions §1.8, performance row 10.
 *
 * @throws 404 for an unknown or unpublished product; 409 OUT_OF_STOCK, QUANTITY_LIMIT, CART_FULL, CUSTOMISATION_INVALID,
 *   STALE_CART. The cart is left unchanged.
 */
export const addItem = (
  db: Db,
  { scope, version }: Write,
  item: NewItem,
  also: Also = async () => {},
): Promise<Cart> =>
  withCartInRefusal(db, scope, async () => {
    for (let attempt = 1; ; attempt++) {
      const cart = await tryToAdd(db, { scope, version }, item, also)
      if (cart) return cart
      if (attempt === 3) throw new Error('The cart could not be opened in three tries')
    }
  })

async function tryToAdd(
  db: Db,
  { scope, version }: Write,
  item: NewItem,
  also: Also,
): Promise<Cart | undefined> {
  try {
    return await retrySerialization(() =>
      db.transaction().execute(async (tx) => {
        const cart = await touchOrMakeCart(tx, scope, version)
        if (!cart) return undefined
        await putLine(tx, scope, cart.id, item)
        await also(tx)
        return readChangedCart(tx, scope.channel, cart.id)
      }),
    )
  } catch (thrown) {
    if (!isSecondCart(thrown)) throw thrown
    await db.transaction().execute((tx) => dropExpiredCart(tx, scope))
    return undefined
  }
}

/** Puts the line first and judges it afterwards: a refusal rolls the transaction back, and most adds are fine. */
async function putLine(tx: Tx, { channel }: CartScope, cartId: number, item: NewItem) {
  const { variationId, quantity, customised } = item
  const put = await putLineStatement.first(
    tx,
    cartId,
    variationId,
    quantity,
    customisationKey(customised),
    channel.id,
    customised ? json(customised) : null,
  )
  if (!put) throw notFound('This product is not available')
  requireCustomisation(put.customisation, customised)
  requireQuantity({ ...put, is_buyable: true }, { line: put.quantity, total: put.in_cart + quantity })
  if (put.is_new_line && put.lines >= limits.maxCartLines)
    throw rejected('CART_FULL', `Your cart is full: it holds ${limits.maxCartLines} different products`)
}

type PutLine = Omit<Stocked, 'is_buyable'> & {
  customisation: unknown
  /** Before the add: lines in the cart, and pieces of this variation in all of them. */
  lines: number
  in_cart: number
  is_new_line: boolean
  /** The line's, after the add. */
  quantity: number
}

/** A line that is there keeps the price that the shopper saw when it was made, so that a change is still told. */
const putLineStatement = prepared<PutLine>(
  'put cart line',
  `with product as (
    select v.id, ${ownStockOf('$1::bigint')} as stock, v.tracks_stock, p.min_quantity, p.max_quantity, p.quantity_step, p.customisation,
      price.selling_price
    from variations v
    join products p on p.id = v.product_id
    join prices price on price.variation_id = v.id and price.channel_id = $5::integer
    where v.id = $2::integer and v.is_published and p.is_published
  ),
  before as (
    select count(*) as lines, coalesce(sum(quantity) filter (where variation_id = $2::integer), 0) as in_cart,
      bool_or(variation_id = $2::integer and customisation_key = $4) is not true as is_new_line
    from cart_items where cart_id = $1::bigint
  ),
  put as (
    insert into cart_items (cart_id, variation_id, quantity, unit_price, customisation, customisation_key)
    select $1::bigint, id, $3::integer, selling_price, $6::jsonb, $4 from product
    on conflict (cart_id, variation_id, customisation_key)
    do update set quantity = cart_items.quantity + excluded.quantity
    returning quantity
  )
  select product.*, before.*, put.quantity from product, before, put`,
)

/** Two first adds of one customer at once, or an expired cart in the way of a new one. */
const isSecondCart = (thrown: unknown) =>
  (thrown as { constraint?: string }).constraint === 'carts_one_open_per_customer'
