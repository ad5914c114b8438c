/** Money in minor units, `rate` in basis points. */
export type TaxedLine = { rate: number; tax: number }

export type TaxLocation = {
  /** The channel's country and the local name of its tax. */
  country: string
  name: string
  sellerState: string
  buyerState: string
}

/**
 * The taxes of an invoice by rate. India's GST is split between union and state (CGST and SGST) when seller
 * and buyer are in the same state, and is one tax (IGST) across states; elsewhere it is one tax with its
 * local name. The lines add up to the tax exactly, which `halvable` makes even where it is split.
 */
export function taxLines(
  lines: readonly TaxedLine[],
  place: TaxLocation,
): { label: string; amount: number }[] {
  const byRate = new Map<number, number>()
  for (const { rate, tax } of lines) if (tax !== 0) byRate.set(rate, (byRate.get(rate) ?? 0) + tax)
  return [...byRate]
    .filter(([, amount]) => amount !== 0)
    .sort(([a], [b]) => a - b)
    .flatMap(([rate, amount]) => {
      if (place.country !== 'IN') return [{ label: `${place.name} ${percent(rate)}`, amount }]
      if (!isSameState(place)) return [{ label: `IGST ${percent(rate)}`, amount }]
      return [
        { label: `CGST ${percent(rate / 2)}`, amount: amount / 2 },
        { label: `SGST ${percent(rate / 2)}`, amount: amount / 2 },
      ]
    })
}

/**
 * The tax of a line as a document states it: even where it is split, because both halves are due on the same value at the
 * same rate. The odd paisa belongs to the value, or to the document's rounding where prices exclude tax.
 */
export const halvable = (tax: number, place: TaxLocation): number =>
  place.country === 'IN' && isSameState(place) ? tax - (tax % 2) : tax

const isSameState = ({ sellerState, buyerState }: TaxLocation) =>
  sellerState.trim().toLowerCase() === buyerState.trim().toLowerCase()

/** Formats basis points: 1800 is `18%`, 250 is `2.5%`. */
export const percent = (rate: number) => `${Number((rate / 100).toFixed(3))}%`
