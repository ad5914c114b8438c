import { decimalsOf, type Money } from './money.ts'

/**
 * An amount in major units in a machine-readable form, independent of the language: `1499.00`, `1500` (yen).
 * For feeds and structured data.
 */
export function decimalAmount({ amount, currency }: Money): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const sign = amount < 0 ? '-' : ''
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}`
}
