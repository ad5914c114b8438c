const marks = /[\u0300-\u036f]/g
const plainWord = /[a-z0-9]+/g
const anyWord = /[\p{Alphabetic}0-9]+/gu
/** A character of a script without spaces between words. Each is a word, so that words inside a text are found. */
export const unspaced = /[\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff]/g
const isPlain = /^[\0-\x7f]*$/

/** The words of a text in lower case and without accents, identical to those of SQL's `flat` (sql-search.ts). */
export function wordsOf(text: string): string[] {
  if (isPlain.test(text)) return text.toLowerCase().match(plainWord) ?? []
  // JavaScript lowercases a final sigma differently than the database.
  const lower = text.replaceAll('Σ', 'σ').toLowerCase()
  return lower.normalize('NFKD').replace(marks, '').replace(unspaced, ' $& ').match(anyWord) ?? []
}

const tags = /<[^<>]*>/g

export const withoutTags = (html: string) => (html.includes('<') ? html.replace(tags, ' ') : html)

/** SKUs compare case-insensitively. */
export const spellSku = (sku: string) => sku.toLowerCase()

/** FNV-1a, 32 bits, of a normalized SKU: distinguishes SKUs among the few products that have all their words. */
export function skuHash(spelt: string): number {
  let hash = 0x811c_9dc5
  for (let at = 0; at < spelt.length; at++) hash = Math.imul(hash ^ spelt.charCodeAt(at), 0x0100_0193)
  return hash >>> 0
}
