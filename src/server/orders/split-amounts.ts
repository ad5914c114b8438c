import { spread } from '#contract/money.ts'

/** Of a line; money in minor units. `total` is after discount. */
export type LineAmounts = {
  quantity: number
  unit_price: number
  discount: number
  tax: number
  total: number
}

/**
 * Takes `quantity` pieces off a line: what they cost and what is left of it, by pieces, to the last minor unit. Both sides
 * add up to the line as it was, and each is still unit price × quantity − discount.
 *
 * @param quantity fewer than the line has.
 */
export function splitAmounts(line: LineAmounts, quantity: number): { taken: LineAmounts; left: LineAmounts } {
  const weights = [quantity, line.quantity - quantity]
  const [discount = 0] = spread(line.discount, weights)
  const [tax = 0] = spread(line.tax, weights)
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

/** What lines are worth to the shopper: with the tax where prices are without it. */
export const worthOf = (lines: readonly Pick<LineAmounts, 'tax' | 'total'>[], isTaxIncluded: boolean) =>
  lines.reduce((sum, { tax, total }) => sum + total + (isTaxIncluded ? 0 : tax), 0)
