import { splitNumber } from './split-number.ts'

/** TRUE, yes, 1 …; undefined for any other text. */
export function parseFlag(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (['true', 'yes', 'y', '1'].includes(word)) return true
  if (['false', 'no', 'n', '0', '-1'].includes(word)) return false
  return undefined
}

/** A number, possibly negative or fractional; undefined when it is not a number. */
export function parseNumber(text: string, isCommaDecimal: boolean): number | undefined {
  const isNegative = /^[-−]/.test(text)
  const number = splitNumber(text.replace(/^[-−]/, '').trim(), { isCommaDecimal, hasFraction: true })
  return number && Number(`${isNegative ? '-' : ''}${number.whole}.${number.fraction || '0'}`)
}

/** Grams in one unit of weight. */
export const gramsIn = {
  g: 1,
  kg: 1000,
  lb: 453.59237,
  lbs: 453.59237,
  oz: 28.349523125,
}

/** Splits `a, b\, c`: WooCommerce escapes a comma inside a value with a backslash. Empty parts are dropped. */
export const splitList = (text: string, separator: ',' | '|' = ',') =>
  text
    .split(separator === ',' ? /(?<!\\),/ : /(?<!\\)\|/)
    .map((part) => part.replaceAll(`\\${separator}`, separator).trim())
    .filter((part) => part !== '')

/** The names of a category path, root first: `Ceramics > Mugs`. */
export const splitPath = (text: string) =>
  text
    .split('>')
    .map((name) => name.trim())
    .filter((name) => name !== '')
