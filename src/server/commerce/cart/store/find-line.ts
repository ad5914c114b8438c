import { productNotInCart } from '#server/commerce/cart/model/refusals.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { ownStockOf, type Stocked } from '../model/quantity-rules.ts'

/** Identifies a line: by its own id, or by the variation when only one line has it. */
export type LineRef = { item_id?: number | undefined; product_id?: number | undefined }

export type Line = Stocked & {
  id: number
  /** Pieces of the same variation in other lines. */
  elsewhere: number
}

/**
 * The referenced line, with the quantity rules of its product. Decisions §1.8.
 * @throws 404 when there is none; 422 at item_id when neither is given, or when two lines have the product.
 */
export async function requireLine(tx: Tx, channel: Channel, cartId: number, ref: LineRef): Promise<Line> {
  const { item_id, product_id } = ref
  if (item_id === undefined && product_id === undefined)
    throw invalid({ item_id: ['This field is required'] })
  const lines = await matchingLines.all(tx, cartId, channel.id, item_id ?? null, product_id ?? null)
  const [line] = lines
  if (!line) throw productNotInCart()
  if (lines.length > 1)
    throw invalid({ item_id: ['This product is in your cart more than once: name the line'] })
  return line
}

const matchingLines = prepared<Line>(
  'matching cart lines',
  `select i.id, ${ownStockOf('$1::bigint')} as stock, v.tracks_stock, p.min_quantity, p.max_quantity, p.quantity_step,
    v.is_published and p.is_published and price.selling_price is not null as is_buyable,
    (
      select coalesce(sum(other.quantity), 0) from cart_items other
      where other.cart_id = i.cart_id and other.variation_id = i.variation_id and other.id <> i.id
    ) as elsewhere
  from cart_items i
  join variations v on v.id = i.variation_id
  join products p on p.id = v.product_id
  left join prices price on price.variation_id = v.id and price.channel_id = $2::integer
  where i.cart_id = $1::bigint
    and ($3::bigint is null or i.id = $3::bigint)
    and ($4::integer is null or i.variation_id = $4::integer)`,
)
