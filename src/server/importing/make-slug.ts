import { createHash } from 'node:crypto'

/** Letters that no decomposition takes apart. */
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
 * The URL form of a name: `Café Mug (Large)` is `cafe-mug-large`. Letters of other scripts stay; a name without any letter
 * or digit gets a short hash, so that it always has one and the same slug. Empty only for an empty name.
 */
export function makeSlug(name: string, maxLength = 200): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøđðłþ]/g, (letter) => spelledOut[letter] ?? letter)
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  // two long names that begin alike stay apart
  const slug = plain.length > maxLength ? `${plain.slice(0, maxLength - 9)}-${shortHash(plain)}` : plain
  return slug === '' && name.trim() !== '' ? `x-${shortHash(name.trim())}` : slug
}

/** Eight hex digits: tells names apart inside one shop, no secret. */
export const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** Query keys of listings and product pages: an attribute with such a code could not be filtered by. */
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

/** The code of an attribute: ASCII, since it is a key in the query of a listing. */
export function makeCode(name: string): string {
  const slug = makeSlug(name, 50)
  const code = /^[a-z0-9_-]+$/.test(slug) ? slug : `attribute-${shortHash(name)}`
  return reservedCodes.has(code) ? `${code}-option` : code
}
