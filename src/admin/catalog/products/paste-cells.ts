import { parseAmount } from '#admin/parts/money-entry.tsx'
import type { VariationValues } from '#contract/admin/catalog/products.ts'
import { isShortened } from '#contract/rules/file-rules.ts'

/** The fields of the grid that are typed, in the order of its columns. */
export const typedFields = [
  'sku',
  'selling_price',
  'mrp',
  'cost',
  'initial_stock',
  'weight_g',
  'content',
  'barcode',
] as const
export type TypedField = (typeof typedFields)[number]

type Pasted = {
  variations: VariationValues[]
  /** How many cells have their value. */
  filled: number
  /** The texts that are no value of their column. */
  unreadable: string[]
}

/**
 * Puts the cells of a spreadsheet over those of the grid.
 * @param text rows in lines, cells with tabs between them
 * @param shown the columns of the grid
 * @param from the cell of the first one; rows and columns beyond the grid are left out
 * @param unit minor units of a major one
 * @param found the positions of the rows that are searched for, by default all: no other row is changed
 */
export function pasteCells(
  variations: readonly VariationValues[],
  text: string,
  {
    shown,
    from,
    unit,
    found = [...variations.keys()],
  }: {
    shown: readonly TypedField[]
    from: { at: number; field: TypedField }
    unit: number
    found?: readonly number[] | undefined
  },
): Pasted {
  const pasted: Pasted = { variations: [...variations], filled: 0, unreadable: [] }
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const rows = found.slice(found.indexOf(from.at))
  for (const [down, line] of lines.slice(0, rows.length).entries())
    for (const [right, cell] of line.split('\t').entries()) {
      const at = rows[down] ?? 0
      const field = shown[shown.indexOf(from.field) + right]
      const variation = pasted.variations[at]
      if (!variation || !field || (field === 'initial_stock' && variation.id !== null)) continue
      const value = cellValue(field, cell.trim(), unit)
      if (value === undefined) pasted.unreadable.push(cell.trim())
      else {
        pasted.variations[at] = { ...variation, ...value }
        pasted.filled += 1
      }
    }
  return pasted
}

/** undefined for a text that is none; an empty cell empties what may be empty. */
function cellValue(field: TypedField, text: string, unit: number): Partial<VariationValues> | undefined {
  if (field === 'content') return { [field]: text }
  if (field === 'sku' || field === 'barcode') return isShortened(text) ? undefined : { [field]: text }
  if (text === '') return field === 'selling_price' ? undefined : { [field]: null }
  const number =
    field === 'initial_stock' || field === 'weight_g'
      ? wholeOf(text)
      : parseAmount(text.replace(/^\p{Sc}\s*/u, ''), unit)
  return number === null ? undefined : { [field]: number }
}

const wholeOf = (text: string) => (/^\d[\d,]*$/.test(text) ? Number(text.replaceAll(',', '')) : null)

/** The value of a cell in all rows below it, or in those of them that are found. */
export function fillDown(
  variations: readonly VariationValues[],
  from: { at: number; field: TypedField },
  found?: readonly number[],
) {
  const value = variations[from.at]?.[from.field]
  const rows = new Set(found ?? variations.keys())
  const isFilled = (variation: VariationValues, at: number) =>
    at > from.at && rows.has(at) && !(from.field === 'initial_stock' && variation.id !== null)
  return {
    variations: variations.map((variation, at) =>
      isFilled(variation, at) ? { ...variation, [from.field]: value } : variation,
    ),
    filled: variations.filter(isFilled).length,
  }
}
