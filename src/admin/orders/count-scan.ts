/** What is packed of a line: `counted` of `quantity` pieces were scanned. */
export type PackLine = {
  id: number
  name: string
  sku: string
  barcode: string | null
  quantity: number
  counted: number
}

type Scanned = { lines: PackLine[]; line: PackLine } | { refusal: string }

/**
 * Counts one scanned piece. A product with several lines fills the first one that has room.
 * @param code an SKU or a barcode, in any case
 */
export function countScan(lines: readonly PackLine[], code: string): Scanned {
  const wanted = code.trim().toLowerCase()
  const fits = lines.filter(({ sku, barcode }) =>
    [sku, barcode].some((known) => known?.toLowerCase() === wanted),
  )
  if (fits.length === 0) return { refusal: `${code} is not in this order` }
  const free = fits.find(({ counted, quantity }) => counted < quantity)
  if (!free) {
    const pieces = fits.reduce((sum, { quantity }) => sum + quantity, 0)
    return { refusal: `${fits[0]?.name}: the order has only ${pieces} of it` }
  }
  const line = { ...free, counted: free.counted + 1 }
  return { lines: lines.map((one) => (one === free ? line : one)), line }
}

export const isComplete = (lines: readonly PackLine[]) =>
  lines.every(({ counted, quantity }) => counted === quantity)
