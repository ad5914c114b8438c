import type { Money } from '#contract/money.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { colorName } from '#contract/rules/theme-colors.ts'
import type { Wording } from './value-changes.ts'

/** What forms of the back office have no title for, or another one. */
const names: Record<string, string> = {
  after: 'New',
  alt: 'Text alternative',
  amount: 'Amount',
  id: 'ID',
  ids: 'IDs',
  ip: 'IP address',
  mrp: 'Compare price',
  q: 'Search',
  selling_price: 'Price',
  sku: 'SKU',
  skus: 'SKUs',
  url: 'Link',
}
const isAmount = /(^|_)(price|mrp|amount|total|from_goods|refunded|grand_total)$/
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

type Format = { money: (amount: Money) => string; moment: (text: string) => string; currency: string }

/**
 * The words of a log: names of fields as the forms call them, amounts with their currency, times in the shop's zone.
 * @param titles of the fields of this kind of record
 */
export const changeWording = (titles: Readonly<Record<string, string>>, format: Format): Wording => ({
  labelOf: (name) => titles[name] ?? ownValue(names, name) ?? sentence(name),
  textOf(name, value) {
    if (isMoney(value)) return format.money(value)
    if (typeof value === 'number' && isAmount.test(name))
      return format.money({ amount: value, currency: format.currency })
    if (typeof value !== 'string' || value === '') return undefined
    if (isTime.test(value)) return format.moment(value)
    return ownValue(facts, name)?.(value, (amount) => format.money({ amount, currency: format.currency }))
  },
})

const words = (code: string) => code.replaceAll('_', ' ')
const next = (end: string) => (end === '' ? '' : '; ')

/** What the log keeps of an order as one text (`order-version.ts`); a space ends an entry, and may be in a SKU or a reference. */
const facts: Record<string, (text: string, money: (amount: number) => string) => string> = {
  status: words,
  payment_status: words,
  reason: words,
  items: (text) =>
    text.replace(
      /:(\d+):([a-z_]+)( |$)/g,
      (_, pieces, code, end) => ` × ${pieces} ${words(code)}${next(end)}`,
    ),
  shipments: (text) => text.replace(/:([a-z_]+):\d+( |$)/g, (_, code, end) => ` ${words(code)}${next(end)}`),
  refunds: (text) => text.replace(/:([a-z_]+)( |$)/g, (_, code, end) => ` ${words(code)}${next(end)}`),
  owed: (text, money) =>
    text.replace(
      /( |^)(\d+):(?=(to pay|\d{4}-))/g,
      (_, start, amount, state) =>
        `${next(start)}${money(Number(amount))} ${state === 'to pay' ? '' : 'paid '}`,
    ),
}

const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === 2 &&
  'amount' in value &&
  'currency' in value

/** `enable_cod` is "Cod", `category_id` "Category", and a record's own name, such as a SKU, stays. */
export function sentence(name: string): string {
  if (name.startsWith('--')) return colorName(name)
  if (!/^[a-z][a-z0-9_]*$/.test(name)) return name
  const text = name
    .replace(/^(is|enable)_/, '')
    .replace(/_(id|html)$/, '')
    .replaceAll('_', ' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
