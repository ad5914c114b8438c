import { spread, taxContained } from '#contract/money.ts'
import type { DocumentFacts } from './document-facts.ts'

/** `amount` in minor units, with tax. */
export type AllowanceFacts = { amount: number; reason: string }

type Line = NonNullable<DocumentFacts['lines']>[number]

/**
 * The lines of the credit note of an allowance: the delivery, or its share of each item by its paid amount, with the tax that the
 * share contains. They add up to the amount.
 */
export function allowanceLines(
  facts: DocumentFacts & { lines: NonNullable<DocumentFacts['lines']> },
  { amount, reason }: AllowanceFacts,
): Line[] {
  const { is_tax_included, shipping_method_name: name, charges_tax_rate: rate } = facts
  if (reason === 'delivery') return [lineOf({ name, sku: '', hsn_code: '', rate }, amount, is_tax_included)]
  const shares = spread(
    amount,
    facts.lines.map(({ total, tax }) => total + (is_tax_included ? 0 : tax)),
  )
  return facts.lines.flatMap(({ name: item, sku, hsn_code, rate: itemRate }, at) => {
    const share = shares[at] ?? 0
    return share === 0
      ? []
      : [lineOf({ name: `Price reduction: ${item}`, sku, hsn_code, rate: itemRate }, share, is_tax_included)]
  })
}

/** A line of one piece. */
function lineOf(
  about: Pick<Line, 'name' | 'sku' | 'hsn_code' | 'rate'>,
  amount: number,
  isTaxIncluded: boolean,
): Line {
  const tax = taxContained(amount, about.rate)
  const total = isTaxIncluded ? amount : amount - tax
  return { ...about, note: null, quantity: 1, unit_price: total, discount: 0, tax, total }
}
