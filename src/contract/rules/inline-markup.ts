/** A part of a text with the marks of posts. A part is bold or a link, never both. */
export type InlinePart = { text: string; isBold?: true; href?: string }

/** `**bold**` and `[label](/path)`; links to other schemes than these are left as text. */
const MARKS =
  /\*\*(?<bold>[^*]+)\*\*|\[(?<label>[^[\]]+)\]\((?<href>(?:https?:\/\/|mailto:|\/(?!\/))[^\s)[]*)\)/g

/** Where a link of a text may lead. */
export const isInlineHref = (href: string) => /^(?:https?:\/\/|mailto:|\/(?!\/))/.test(href)

/** The parts of a stored text, in order. */
export function parseInline(text: string): InlinePart[] {
  const parts: InlinePart[] = []
  let end = 0
  for (const match of text.matchAll(MARKS)) {
    const { bold, label = '', href } = match.groups ?? {}
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push(bold === undefined ? { text: label, href } : { text: bold, isBold: true })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/**
 * The stored text of parts, the opposite of `parseInline`. The markup has no escapes: asterisks in bold text and brackets in labels are
 * written between two marks, and what cannot be part of an address is percent-encoded.
 */
export const writeInline = (parts: readonly InlinePart[]): string =>
  parts
    .map(({ text, isBold, href }) => {
      if (isBold) return text.replace(/[^*]+/g, (piece) => `**${piece}**`)
      if (href === undefined || !isInlineHref(href)) return text
      const address = href.replace(/[\s)[]/g, (sign) => (sign === ')' ? '%29' : encodeURIComponent(sign)))
      return text.replace(/[^[\]]+/g, (label) => `[${label}](${address})`)
    })
    .join('')

/** Joins neighbouring parts with the same marks. */
export function joinParts(parts: readonly InlinePart[]): InlinePart[] {
  const joined: InlinePart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last && last.isBold === part.isBold && last.href === part.href) last.text += part.text
    else if (part.text !== '') joined.push({ ...part })
  }
  return joined
}
