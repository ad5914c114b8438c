import { isShortened } from '#contract/rules/file-rules.ts'
import type { RowReader } from './columns.ts'
import type { DraftContext } from './dialect.ts'
import { parseNumber } from './parse-cell.ts'
import { parsePrice } from './parse-price.ts'
import type { VariationDraft } from './product-draft.ts'

type VariationField = 'sku' | 'price' | 'mrp' | 'cost' | 'stock' | 'weight_g' | 'barcode' | 'variation_image'

/** The maximum of the int4 columns. */
const MAX_INT4 = 2_147_483_647
const MAX_SKU_CHARS = 120

/** Reads the variation cells that all dialects share. An empty price, stock or weight keeps the existing value. */
export function readVariationCells<Field extends string>(
  row: RowReader<Field | VariationField>,
  context: DraftContext,
): VariationDraft {
  const sellingPrice = readPrice(row, 'price', context)
  return {
    line: row.line,
    sku: readSku(row),
    selling_price: sellingPrice,
    mrp: readMrp(row, 'mrp', sellingPrice, context),
    cost: readPrice(row, 'cost', context),
    stock: readStock(row, 'stock', context),
    weight_g: readWeight(row, 'weight_g', 1, context),
    barcode: readBarcode(row),
    image: row.text('variation_image') || undefined,
  }
}

/** Minor units; undefined without the column or for an empty cell. */
export function readPrice<Field extends string>(
  row: RowReader<Field>,
  field: Field,
  { price }: DraftContext,
) {
  const text = row.text(field)
  if (!text) return undefined
  const parsed = parsePrice(text, price)
  if ('amount' in parsed) return parsed.amount
  row.refuse(field, `The price “${text}” ${parsed.reason}`)
  return undefined
}

/** Minor units; null: no discount; undefined without the column. */
export function readMrp<Field extends string>(
  row: RowReader<Field>,
  field: Field,
  sellingPrice: number | undefined,
  context: DraftContext,
) {
  const mrp = readPrice(row, field, context)
  if (mrp === undefined) return row.text(field) === '' ? null : undefined
  if (mrp === 0) return null
  if (sellingPrice === undefined || mrp >= sellingPrice) return mrp
  row.warn(field, 'The compare-at price is lower than the price: imported without a discount')
  return null
}

function readSku<Field extends string>(row: RowReader<Field | 'sku'>) {
  const sku = row.text('sku')
  if (sku && sku.length > MAX_SKU_CHARS)
    row.refuse('sku', `The SKU is longer than ${MAX_SKU_CHARS} characters`)
  if (sku && isShortened(sku)) row.refuse('sku', shortened('SKU', sku))
  return sku || undefined
}

export function readStock<Field extends string>(
  row: RowReader<Field>,
  field: Field,
  { price }: DraftContext,
) {
  const text = row.text(field)
  if (!text) return undefined
  const number = parseNumber(text, price.isCommaDecimal)
  if (number === undefined || number > MAX_INT4) {
    row.refuse(field, `The stock “${text}” is not a number`)
    return undefined
  }
  if (number < 0) row.warn(field, `The stock ${text} is negative: imported as 0`)
  else if (!Number.isInteger(number)) row.warn(field, `The stock ${text} is not a whole number: rounded down`)
  return Math.max(0, Math.floor(number))
}

/** Whole grams. An empty cell clears the weight. */
export function readWeight<Field extends string>(
  row: RowReader<Field>,
  field: Field,
  gramsPerUnit: number,
  { price }: DraftContext,
) {
  const text = row.text(field)
  if (text === undefined) return undefined
  if (text === '') return null
  const number = parseNumber(text, price.isCommaDecimal)
  const grams = number === undefined ? -1 : Math.round(number * gramsPerUnit)
  if (grams >= 0 && grams <= MAX_INT4) return grams
  row.refuse(field, `The weight “${text}” is not a weight`)
  return undefined
}

/** A leading quote keeps spreadsheets from rounding long barcodes. A rounded one does not replace the barcode that the shop has. */
function readBarcode<Field extends string>(row: RowReader<Field | 'barcode'>) {
  const barcode = row.text('barcode')
  if (barcode === undefined) return undefined
  if (!isShortened(barcode)) return barcode.replace(/^'/, '') || null
  row.warn('barcode', `${shortened('barcode', barcode)}. It is left out`)
  return undefined
}

const shortened = (name: string, text: string) =>
  `Excel has shortened the ${name} to “${text}”: make its column one of text there, and enter it again`
