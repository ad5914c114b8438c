/** Money in minor units, `rate` in basis points. */
export type TaxedLine = { rate: number; tax: number }

export type TaxPlace = {
  /** The channel's country, and what its tax is called there. */
  country: string
  name: string
  sellerState: string
  buyerState: string
}

/**
 * The taxes of an invoice by rate. India's GST is halved between union and state where seller and buyer are in the same state
 * (CGST and SGST), and whole across states (IGST); elsewhere the tax stands as it is called. The lines add up to the tax exactly.
 */
export function taxLines(lines: readonly TaxedLine[], place: TaxPlace): { label: string; amount: number }[] {
  const byRate = new Map<number, number>()
  for (const { rate, tax } of lines) if (tax > 0) byRate.set(rate, (byRate.get(rate) ?? 0) + tax)
  return [...byRate]
    .sort(([a], [b]) => a - b)
    .flatMap(([rate, amount]) => {
      if (place.country !== 'IN') return [{ label: `${place.name} ${percent(rate)}`, amount }]
      if (!isSameState(place)) return [{ label: `IGST ${percent(rate)}`, amount }]
      const union = Math.ceil(amount / 2)
      return [
        { label: `CGST ${percent(rate / 2)}`, amount: union },
        { label: `SGST ${percent(rate / 2)}`, amount: amount - union },
      ]
    })
}

const isSameState = ({ sellerState, buyerState }: TaxPlace) =>
  sellerState.trim().toLowerCase() === buyerState.trim().toLowerCase()

/** Basis points as they are read: 1800 is `18%`, 250 is `2.5%`. */
export const percent = (rate: number) => `${Number((rate / 100).toFixed(3))}%`
