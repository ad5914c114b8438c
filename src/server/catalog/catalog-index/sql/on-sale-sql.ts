/**
 * The two rules that all catalog queries share, as text with the aliases `v` (variations) and `pr` (prices). On sale:
 * a published variation of a published product, with a price in the channel.
 */

/** Something can be sold; a variation without stock tracking is always in stock. */
export const inStock = '(v.stock > 0 or not v.tracks_stock)'

/**
 * The variation that leads a product (its card and its page): the default one unless it is sold out, else the first in stock. Where
 * all are sold out, the default one or the first.
 */
export const leadingFirst = `${inStock} desc, v.is_default desc, v.position, v.id`

/** The displayed discount: whole percents, never rounded up. `toCard` computes the same. */
export const discountPercent = (sellingPrice: string, mrp: string) =>
  `(case when ${mrp} = 0 then 0 else (${mrp} - ${sellingPrice}) * 100 / ${mrp} end)`
