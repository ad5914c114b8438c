import { ownValue } from '#contract/rules/own-value.ts'

/** Converts plain text to HTML paragraphs, split at blank lines and escaped. */
export const paragraphsToHtml = (text: string) =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim())}</p>`)
    .join('')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => ownValue(entities, sign) ?? sign)

/** The slug of a value: `Oat & ink` is `oat-and-ink`, `Children's room` is `childrens-room`. */
export const slugOf = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
