import type { CustomLine } from '#contract/admin/orders.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import type { CartLineRow, CartRow } from '../model/cart-row.ts'

/** As `carts.custom_lines` stores a line without a product. */
export type StoredCustomLine = Omit<CustomLine, 'discount'> & Pick<CartLineRow, 'staff_discount'>

type WithCustomLines = Pick<CartRow, 'addresses'> & { custom_lines: readonly StoredCustomLine[] }

/**
 * The lines of a cart that have no product, as those with one: taxed by their class in the country of the delivery, and not counted in
 * stock. Ids of line, variation and product are below zero.
 */
export async function readCustomLines(
  db: Db | Tx,
  { addresses, custom_lines }: WithCustomLines,
  channel: Channel,
): Promise<CartLineRow[]> {
  const delivery = addresses.find(({ address_type }) => address_type === 'Shipping')
  const rates = await ratesOfCountry.all(db, delivery?.country_id ?? channel.country_id)
  const rateOf = new Map(rates.map(({ tax_class, rate_bp }) => [tax_class, rate_bp]))
  return custom_lines.map(({ unit_price, tax_class, ...line }, at) => ({
    ...noProduct,
    ...line,
    ...{ id: -1 - at, variation_id: -1 - at, product_id: -1 - at },
    ...{ seen_price: unit_price, selling_price: unit_price, mrp: unit_price },
    tax_rate: rateOf.get(tax_class) ?? 0,
  }))
}

const ratesOfCountry = prepared<{ tax_class: string; rate_bp: number }>(
  'tax rates of country',
  'select tax_class, rate_bp from tax_rates where country_id = $1::integer',
)

const noProduct = {
  ...{ sku: '', slug: '', title: '', display_unit: '', short_description: '' },
  ...{
    customisation: null,
    offered_customisation: null,
    custom: null,
    options: [],
    withdrawal_exclusion: null,
    min_age: null,
    kind: 'goods' as const,
  },
  ...{ is_default: true, is_buyable: true, is_customisable: false },
  ...{ stock: 0, tracks_stock: false, min_quantity: 1, max_quantity: 9_999, quantity_step: 1 },
  ...{ weight_g: null, return_days: 0, brand: null, category: null, image: null },
  ...{ rating_average: null, rating_count: 0, meta_title: null, meta_description: null },
}
