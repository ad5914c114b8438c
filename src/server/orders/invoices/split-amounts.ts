import { spread } from '#contract/money.ts'

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
  return {
    taken,
    left: {
      quantity: line.quantity - quantity,
      unit_price,
      discount: line.discount - discount,
      tax: line.tax - tax,
      total: line.total - taken.total,
    },
  }
}

/** The amount that the shopper pays for lines: adds the tax where prices exclude it. */
export const totalOfLines = (lines: readonly Pick<LineAmounts, 'tax' | 'total'>[], isTaxIncluded: boolean) =>
  lines.reduce((sum, { tax, total }) => sum + total + (isTaxIncluded ? 0 : tax), 0)
