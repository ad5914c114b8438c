import { ownValue } from '#contract/rules/own-value.ts'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The text of already sanitised HTML without tags, one line per block. For feeds, not for pages. */
export const plainText = (html: string) =>
  html
    .replace(/<(?:br|\/(?:p|li|h[1-6]|div|tr|blockquote))\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
      if (name) return ownValue(entities, name.toLowerCase()) ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim()

/** At most `most` UTF-16 code units, cut between words. */
export function shortened(text: string, most: number) {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  const space = cut.search(/\s\S*$/)
  // Do not split a surrogate pair.
  return (space > most / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '')).trimEnd()
}
