/** An amount as an integer in the currency's minor unit: never a float, never a bare number (decisions §1.2). */
export type Money = { amount: number; currency: string }

export const money = (amount: number, currency: string): Money => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not an amount in minor units: ${amount}`)
  return { amount, currency }
}

/** `percent` (may be fractional: 12.5) of an amount, rounded half up. */
export const percentOf = (amount: number, percent: number) =>
  Math.floor((amount * Math.round(percent * 100) + 5_000) / 10_000)

/**
 * The tax contained in a price that includes it; `rate` in basis points (1800 = 18 %), rounded half up.
 * @param parts equal taxes that it consists of, each rounded by itself: 2 for CGST and SGST.
 */
export const taxContained = (gross: number, rate: number, parts = 1) =>
  parts * Math.floor((2 * gross * rate + parts * (10_000 + rate)) / (2 * parts * (10_000 + rate)))

/** The tax on top of a net amount; `rate` in basis points, `parts` as above, rounded half up. */
export const taxOnTop = (net: number, rate: number, parts = 1) =>
  parts * Math.floor((net * rate + parts * 5_000) / (parts * 10_000))

/**
 * Spreads a whole amount over weights by largest remainder, so that the parts sum to the amount exactly.
 * Equal remainders go to the earlier line. All-zero weights: everything to the first. Decisions §1.2.
 */
export function spread(amount: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return []
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return weights.map((_, at) => (at === 0 ? amount : 0))
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const parts = exact.map((value) => Number(value / BigInt(sum)))
  const rest = amount - parts.reduce((total, part) => total + part, 0)
  const byRemainder = exact
    .map((value, at) => ({ at, remainder: value % BigInt(sum) }))
    .sort((a, b) => (a.remainder === b.remainder ? a.at - b.at : a.remainder < b.remainder ? 1 : -1))
  for (const { at } of byRemainder.slice(0, rest)) parts[at] = (parts[at] ?? 0) + 1
  return parts
}

type Formatter = { format: (amount: number) => string; decimals: number }

const formatters = new Map<string, Formatter>()

/** Cached, because creating a formatter and reading its options are slow. */
function formatterOf(currency: string, locale: string, hidesFraction: boolean) {
  const key = `${locale} ${currency} ${hidesFraction}`
  const known = formatters.get(key)
  if (known) return known
  const formatter = byHand(`${locale} ${currency}`, hidesFraction) ?? byIntl(currency, locale, hidesFraction)
  formatters.set(key, formatter)
  return formatter
}

function byIntl(currency: string, locale: string, hidesFraction: boolean): Formatter {
  const fraction = hidesFraction ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}
  const made = new Intl.NumberFormat(locale, { style: 'currency', currency, ...fraction })
  return { format: made.format, decimals: made.resolvedOptions().maximumFractionDigits ?? 2 }
}

/**
 * What is before and after the number, between groups and before the fraction, and the digits of a group before the last one. Common
 * currencies are formatted without Intl, whose first use takes a page 13 to 30 ms. ADR 0019.
 */
export const PLAIN_FORMATS = new Map<
  string,
  readonly [before: string, after: string, group: string, point: string, digits: number]
>([
  ['en-IN INR', ['₹', '', ',', '.', 2]],
  ['en-US USD', ['$', '', ',', '.', 3]],
  ['en-GB GBP', ['£', '', ',', '.', 3]],
  ['en-IE EUR', ['€', '', ',', '.', 3]],
  ['de-DE EUR', ['', '\u00a0€', '.', ',', 3]],
])

function byHand(localeAndCurrency: string, hidesFraction: boolean): Formatter | undefined {
  const known = PLAIN_FORMATS.get(localeAndCurrency)
  if (!known) return undefined
  const [before, after, group, point, digits] = known
  const decimals = hidesFraction ? 0 : 2
  return {
    decimals,
    format(value) {
      const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.')
      let text = whole.slice(-3) + (fraction ? point + fraction : '')
      for (let end = whole.length - 3; end > 0; end -= digits)
        text = whole.slice(Math.max(0, end - digits), end) + group + text
      return `${value < 0 ? '-' : ''}${before}${text}${after}`
    },
  }
}

/** Currencies of these formats, which have two decimals in every locale. */
const plainCurrencies = new Set([...PLAIN_FORMATS.keys()].map((key) => key.slice(-3)))

/** The currency's exponent: 0, 2 or 3. */
export const decimalsOf = (currency: string, locale = 'en') =>
  plainCurrencies.has(currency) ? 2 : formatterOf(currency, locale, false).decimals

/** A formatted price; a whole amount without decimals: `₹1,499`, `₹1,499.50`. */
export function formatMoney({ amount, currency }: Money, locale: string) {
  const unit = 10 ** decimalsOf(currency, locale)
  return formatterOf(currency, locale, amount % unit === 0).format(amount / unit)
}

/** A number that is no amount: `1,200.5`. */
export const formatNumber = (value: number, locale: string) =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(value)
