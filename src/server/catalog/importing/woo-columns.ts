import type { ChannelField } from './channel-columns.ts'
import type { ColumnTable, RowReader } from './columns.ts'
import { splitList } from './parse-cell.ts'

export const wooColumns = {
  id: ['id'],
  type: ['type'],
  sku: ['sku'],
  barcode: ['gtin, upc, ean, or isbn'],
  name: ['name'],
  published: ['published'],
  short_description: ['short description'],
  description_html: ['description'],
  sale_starts: ['date sale price starts'],
  sale_ends: ['date sale price ends'],
  in_stock: ['in stock?'],
  stock: ['stock'],
  backorders: ['backorders allowed?'],
  sale_price: ['sale price'],
  regular_price: ['regular price'],
  category: ['categories'],
  tags: ['tags'],
  brand: ['brands', 'brand'],
  images: ['images'],
  parent: ['parent'],
  position: ['position'],
  weight_g: ['weight (g)'],
  weight_kg: ['weight (kg)'],
  weight_lb: ['weight (lbs)', 'weight (lb)'],
  weight_oz: ['weight (oz)'],
} as const satisfies ColumnTable

type AttributePart = 'name' | 'value' | 'visible' | 'global' | 'default'
export type WooField = keyof typeof wooColumns | `attribute_${number}_${AttributePart}` | ChannelField
export type WooReader = RowReader<WooField>

/** `simple, virtual` is simple: virtual and downloadable products are sold like others. */
export function wooType(row: WooReader): string {
  const types = splitList(row.text('type')?.toLowerCase() ?? '')
  return types.find((type) => type !== 'virtual' && type !== 'downloadable') ?? 'simple'
}
