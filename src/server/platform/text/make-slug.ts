import { createHash } from 'node:crypto'
import { ownValue } from '#contract/rules/own-value.ts'

/** Letters without a Unicode decomposition. */
const spelledOut: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
}

/**
 * The slug of a name: `Café Mug (Large)` becomes `cafe-mug-large`. Letters of other scripts stay; a name
 * without letters or digits becomes a stable short hash. Empty only for an empty name.
 */
export function makeSlug(name: string, maxLength = 200): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøđðłþ]/g, (letter) => ownValue(spelledOut, letter) ?? letter)
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}_]+/gu, '-')
    .replace(/^-|-$/g, '')
  // A hash keeps long names with the same beginning apart.
  const slug = plain.length > maxLength ? `${plain.slice(0, maxLength - 9)}-${shortHash(plain)}` : plain
  return slug === '' && name.trim() !== '' ? `x-${shortHash(name.trim())}` : slug
}

/** Eight hex digits to distinguish names within one shop; not a secret. */
export const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** Query keys of listings and product pages; an attribute with such a code could not be a filter. */
const reservedCodes = new Set([
  'availability',
  'brand',
  'category',
  'collection',
  'id',
  'label',
  'page',
  'perpage',
  'price',
  'q',
  'query',
  'sku',
  'sort',
  'tag',
])

/** The code of an attribute: ASCII, because it is a query key of listings. */
export function makeCode(name: string): string {
  const slug = makeSlug(name, 50)
  const code = /^[a-z0-9_-]+$/.test(slug) ? slug : `attribute-${shortHash(name)}`
  return reservedCodes.has(code) ? `${code}-option` : code
}
