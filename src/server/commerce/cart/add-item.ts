import type { Cart } from '#contract/cart.ts'
import * as limits from '#contract/limits.ts'
import type { ProductKind } from '#contract/rules/product-kind.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { claimImage } from '../customisation/store-image.ts'
import type { CartScope } from './model/cart-scope.ts'
import { type Customised, customisationKey, requireCustomisation } from './model/customisation.ts'
import { checkedAge, ownStockOf, requireQuantity, type Stocked } from './model/quantity-rules.ts'
import { ageUnconfirmed, cartFull, productNotAvailable, unknownPicture } from './model/refusals.ts'
import { fillCart } from './store/fill-cart.ts'
import type { Write } from './store/write-cart.ts'

/** Further changes in the same transaction. */
type CartEffect = (tx: Tx) => Promise<void>

export type NewItem = {
  variationId: number
  quantity: number
  customised: Customised | null
  /** The age that the shopper has confirmed; 0 without. */
  confirmedAge: number
}

/**
 * Adds `quantity` of a variation to the cart, creating the cart if there is none, and returns the whole cart.
 * A line with the same customisation gets the higher quantity. Three statements in one transaction;
 * simultaneous adds wait for each other, so none is lost. Spec §7 Cart, decisions §1.8, performance row 10.
 * @throws 404 for an unknown or unpublished product; 409 OUT_OF_STOCK, QUANTITY_LIMIT, CART_FULL,
 * CUSTOMISATION_INVALID, AGE_UNCONFIRMED, STALE_CART. The cart is left unchanged.
 */
export const addItem = (
  db: Db,
  write: Write,
  item: NewItem,
  effect: CartEffect = async () => {},
): Promise<Cart> =>
  fillCart(db, write, async (tx, cartId) => {
    await putLine(tx, write.scope, cartId, item)
    await effect(tx)
  })

/** Writes the line first and checks it afterwards: a refusal rolls the transaction back, and most adds succeed. */
async function putLine(tx: Tx, { channel }: CartScope, cartId: number, item: NewItem) {
  const { variationId, quantity, customised, confirmedAge } = item
  const put = await putLineStatement.first(
    tx,
    cartId,
    variationId,
    quantity,
    customisationKey(customised),
    channel.id,
    customised ? json(customised) : null,
  )
  if (!put) throw productNotAvailable()
  if (put.min_age !== null && put.min_age > confirmedAge) throw ageUnconfirmed(put.min_age)
  requireCustomisation(put.customisation, customised, put.kind)
  if (customised?.image_path && !(await claimImage(tx, customised.image_path, put.product_id)))
    throw unknownPicture()
  requireQuantity({ ...put, is_buyable: true }, { line: put.quantity, total: put.in_cart + quantity })
  if (put.is_new_line && put.lines >= limits.maxCartLines) throw cartFull(limits.maxCartLines)
}

type PutLine = Omit<Stocked, 'is_buyable'> & {
  product_id: number
  customisation: unknown
  kind: ProductKind
  min_age: number | null
  /** Before the add: lines in the cart, and pieces of this variation in all of them. */
  lines: number
  in_cart: number
  is_new_line: boolean
  /** Of the line, after the add. */
  quantity: number
}

/**
 * An existing line keeps the price that the shopper saw when it was added, so that a price change is still shown; it follows the
 * pieces by the trigger `follow_quantity`.
 */
const putLineStatement = prepared<PutLine>(
  'put cart line',
  `with before as (
    select count(*) as lines, coalesce(sum(quantity) filter (where variation_id = $2::integer), 0) as in_cart,
      bool_or(variation_id = $2::integer and customisation_key = $4) is not true as is_new_line
    from cart_items where cart_id = $1::bigint
  ),
  product as (
    select v.id, ${ownStockOf('$1::bigint')} as stock, v.tracks_stock, p.min_quantity, p.max_quantity, p.quantity_step, p.customisation, p.kind,
      p.id as product_id, ${checkedAge} as min_age,
      charged.price
    from before
    join variations v on v.id = $2::integer
    join products p on p.id = v.product_id
    left join product_declarations d on d.product_id = p.id
    join shown_prices shown on shown.variation_id = v.id and shown.channel_id = $5::integer
    cross join lateral effective_price(shown.selling_price, v.id, $5::integer,
      groups_of((select c.customer_id from carts c where c.id = $1::bigint)), before.in_cart::integer + $3::integer, now()) charged
    where v.is_published and p.is_published
  ),
  put as (
    insert into cart_items (cart_id, variation_id, quantity, unit_price, customisation, customisation_key)
    select $1::bigint, id, $3::integer, price, $6::jsonb, $4 from product
    on conflict (cart_id, variation_id, customisation_key)
    do update set quantity = cart_items.quantity + excluded.quantity
    returning quantity
  )
  select product.stock, product.tracks_stock, product.min_quantity, product.max_quantity, product.quantity_step,
    product.customisation, product.kind, product.product_id, product.min_age, before.*, put.quantity
  from product, before, put`,
)
