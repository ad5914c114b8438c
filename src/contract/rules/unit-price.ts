import { formatMoney, money } from '../money.ts'
import { keysOf } from './own-value.ts'

/** Units with the quantity that their price is given for, and their names at Google and in UN/CEFACT Recommendation 20. */
const units = {
  ml: { base: 100, feed: 'ml', unece: 'MLT' },
  l: { base: 1, feed: 'l', unece: 'LTR' },
  g: { base: 100, feed: 'g', unece: 'GRM' },
  kg: { base: 1, feed: 'kg', unece: 'KGM' },
  m: { base: 1, feed: 'm', unece: 'MTR' },
  'm²': { base: 1, feed: 'sqm', unece: 'MTK' },
  piece: { base: 1, feed: 'ct', unece: 'C62' },
} as const
type Unit = keyof typeof units

/** As merchants write them, the longest first, since `kg` ends like `g`. */
const names = [
  ...keysOf(units).map((unit): [string, Unit] => [unit, unit]),
  ...([
    ['m2', 'm²'],
    ['sqm', 'm²'],
    ['pieces', 'piece'],
  ] satisfies [string, Unit][]),
].sort(([a], [b]) => b.length - a.length)

/** For texts that refuse a content. */
export const contentExamples = '250 ml, 1.5 kg, 2 m² or 6 pieces'

const MOST = 1_000_000

/** A content, of `thousandths` of its unit. */
export type Content = { text: string; thousandths: number; unit: Unit }

/** Reads `250 ml`, `1,5KG` or `6 pieces`; undefined for what is no content. */
export function readContent(entered: string): Content | undefined {
  const text = entered.trim().toLowerCase()
  const [name, unit] = names.find(([end]) => text.endsWith(end)) ?? []
  if (!name || !unit) return undefined
  const amount = text.slice(0, -name.length).trim().replace(',', '.')
  const thousandths = Math.round(Number(amount) * 1_000)
  if (!(thousandths > 0 && thousandths <= MOST * 1_000)) return undefined
  // Refuses what Number reads besides decimals, such as 1e3, and more than three of them.
  return String(thousandths / 1_000) === trimmed(amount) ? contentOf(thousandths, unit) : undefined
}

const contentOf = (thousandths: number, unit: Unit): Content => ({
  text: `${thousandths / 1_000} ${unit}`,
  thousandths,
  unit,
})

/** Without the zeros at its end: 1.50 is 1.5. */
const trimmed = (amount: string) => {
  const [whole, decimals = ''] = amount.split('.')
  let end = decimals.length
  while (decimals[end - 1] === '0') end -= 1
  return end === 0 ? whole : `${whole}.${decimals.slice(0, end)}`
}

/**
 * The price per unit of what is sold: per 100 g or 100 ml where the content is in these, otherwise per kg, l, m, m² or piece.
 * @param price minor units
 * @param content as stored
 * @returns undefined without a content, where it would repeat the price, and where no amount is that large
 */
export function unitPrice(
  { price, content }: { price: number; content: string | null | undefined },
  { currency, locale }: { currency: string; locale: string },
) {
  const read = content ? readContent(content) : undefined
  if (!read) return undefined
  const { base } = units[read.unit]
  if (base * 1_000 === read.thousandths) return undefined
  const amount = divided(price * base, read.thousandths)
  if (!Number.isSafeInteger(amount)) return undefined
  const perUnit = money(amount, currency)
  // A line does not break between number and unit.
  const per = base === 1 ? read.unit : `${base}\u00a0${read.unit}`
  return {
    text: `${formatMoney(perUnit, locale)} per ${per}`,
    price: perUnit,
    content: read.text,
    base: `${base} ${read.unit}`,
  }
}

/** Thousands of `amount` by `thousandths`, rounded half up: exact for every stored price. */
const divided = (amount: number, thousandths: number) =>
  Number((BigInt(amount) * 2_000n + BigInt(thousandths)) / (BigInt(thousandths) * 2n))

/** A content in Google's product data: `250 ml`, `2 sqm`. */
export const feedMeasure = (content: string): string => {
  const read = readContent(content)
  return read ? `${read.thousandths / 1_000} ${units[read.unit].feed}` : ''
}

/** A content as schema.org's QuantitativeValue. */
export const quantityThing = (content: string) => {
  const read = readContent(content)
  return (
    read && {
      '@type': 'QuantitativeValue',
      value: read.thousandths / 1_000,
      unitCode: units[read.unit].unece,
    }
  )
}
