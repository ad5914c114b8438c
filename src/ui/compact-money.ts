import { formatMoney, type Money } from '#contract/money.ts'

/** Where amounts are counted in lakhs and crores. */
const indian = [
  [1e7, 'Cr'],
  [1e5, 'L'],
  [1e3, 'K'],
] as const
const western = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const

/**
 * A short amount for charts: `₹6K`, `₹12.5L`, `₹1.2Cr`; `€12.5M`. Composed here, because browsers disagree: WebKit's older
 * locale data writes a thousand as `T` in Indian English.
 * @param unit minor units of one major unit.
 */
export function compactMoney(money: Money, locale: string, unit: number): string {
  const units = /-IN\b/.test(locale) ? indian : western
  const amount = Math.abs(money.amount / unit)
  // 999,950 is shown as 1L and not as 1,000K.
  const found = units.find(([size]) => amount >= size * 0.9995 && amount >= 1_000)
  if (!found) return formatMoney({ ...money, amount: Math.round(money.amount / unit) * unit }, locale)
  const [size, suffix] = found
  const tenths = Math.round((money.amount / unit / size) * 10)
  // The last digit, because some languages write the currency behind the number.
  return formatMoney({ ...money, amount: Math.round((tenths / 10) * unit) }, locale)
    .replace(/([.,]\d)0+(?!\d)/u, '$1')
    .replace(/\p{Nd}(?!.*\p{Nd})/u, `$&${suffix}`)
}
