import { spread } from '../money.ts'

/** Amounts of a line in minor units. `total` is after discount. */
export type LineAmounts = {
  quantity: number
  unit_price: number
  discount: number
  tax: number
  total: number
}

/**
 * Splits `quantity` pieces off a line, exact to the minor unit. Both parts add up to the line, and in each
 * the total is unit price × quantity − discount.
 * @param quantity fewer than the line has.
 */
export function splitAmounts(line: LineAmounts, quantity: number): { taken: LineAmounts; left: LineAmounts } {
  const weights = [quantity, line.quantity - quantity]
  const [discount = 0] = spread(line.discount, weights)
  // An even tax stays even in both parts: CGST and SGST are its halves.
  const share = line.tax % 2 === 0 ? 2 : 1
  const tax = share * (spread(line.tax / share, weights)[0] ?? 0)
  const { unit_price } = line
  const taken = { quantity, unit_price, discount, tax, total: unit_price * quantity - discount }
  return { taken, left: lineWithout(line, taken) }
}

/** What is left of a line without a part of it. */
export const lineWithout = (line: LineAmounts, part: LineAmounts): LineAmounts => ({
  quantity: line.quantity - part.quantity,
  unit_price: line.unit_price,
  discount: line.discount - part.discount,
  tax: line.tax - part.tax,
  total: line.total - part.total,
})

/**
 * What shipments have taken of a line, each with its own share of the amounts.
 * `billed` is null where shipments of earlier releases stored no share
 */
export type ShippedPart = { quantity: number; billed: Pick<LineAmounts, 'discount' | 'tax' | 'total'> | null }

/** The part of a line that is in no shipment: its amounts and those billed with the shipments add up to the line. */
export function unshippedPart(line: LineAmounts, { quantity, billed }: ShippedPart): LineAmounts {
  if (quantity === 0) return line
  if (billed === null && quantity < line.quantity) return splitAmounts(line, quantity).left
  return lineWithout(line, { ...(billed ?? line), quantity, unit_price: line.unit_price })
}

/** Pieces of a part: all of it, or those split off. */
export const piecesOf = (part: LineAmounts, quantity: number): LineAmounts =>
  quantity === part.quantity ? part : splitAmounts(part, quantity).taken

/** The amount that the shopper pays for lines: adds the tax where prices exclude it. */
export const totalOfLines = (lines: readonly Pick<LineAmounts, 'tax' | 'total'>[], isTaxIncluded: boolean) =>
  lines.reduce((sum, { tax, total }) => sum + total + (isTaxIncluded ? 0 : tax), 0)
