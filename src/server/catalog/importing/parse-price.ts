import { splitNumber } from './split-number.ts'

export type PriceFormat = {
  /** The currency's exponent: 0, 2 or 3. */
  decimals: number
  /** Files separated by `;` come from locales that write 1.299,00, where a lone comma is the decimal separator. */
  isCommaDecimal: boolean
}

export type ParsedPrice = { amount: number } | { reason: string }

/** A hundred billion in a currency with cents; larger values are usually pasted barcodes. */
const MAX_AMOUNT = 10_000_000_000_000

/**
 * Parses a price as people write it (`Rs 1,299.00`, `₹1,299`, `1.299,00 €`, `1299/-`) into minor units.
 * Ambiguous values are refused, because a wrong price costs more than a refused row.
 */
export function parsePrice(text: string, { decimals, isCommaDecimal }: PriceFormat): ParsedPrice {
  const written = text.trim()
  if (/^\(.*\)$/.test(written) || /^\D*[-−–]\s*(?:\p{Sc}\s*)?\d/u.test(written))
    return { reason: 'is negative' }
  const number = splitNumber(withoutCurrency(written), { isCommaDecimal, hasFraction: decimals > 0 })
  if (!number) return { reason: 'is not a price' }
  const fraction = number.fraction.replace(/(?<!0)0+$/, '')
  if (fraction.length > decimals) return { reason: `has more than ${decimals} decimals` }
  const amount = Number(number.whole + fraction.padEnd(decimals, '0'))
  return amount <= MAX_AMOUNT ? { amount } : { reason: 'is too large' }
}

/** Removes a currency symbol, code or abbreviation, and spaces between thousands. */
const withoutCurrency = (written: string) =>
  written
    .replace(/^(?:\p{L}{1,3}\.?)?\s*(?:\p{Sc}\s*)?(?=[\d.,])/u, '')
    .replace(/(?:\/-|\.-|(?<!\s)\s*(?:\p{Sc}|[A-Z]{3}|kr\.?|Rs\.?|zł|Kč|lei|Ft))$/u, '')
    .replace(/(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(?!\d))/g, '')
