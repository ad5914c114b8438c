/** Markup that is safe as it stands; only this file makes it. */
export type Markup = { markup: string }

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as markup. */
export const escapeHtml = (text: string): Markup => ({
  markup: text.replace(/[&<>"']/g, (character) => entities[character] ?? character),
})

/** A template whose values are escaped, unless they are markup already. */
export const html = (
  parts: TemplateStringsArray,
  ...values: readonly (string | Markup | readonly Markup[])[]
): Markup => ({
  markup: parts.reduce((before, part, at) => before + markupOf(values[at - 1]) + part),
})

function markupOf(value: string | Markup | readonly Markup[] | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return escapeHtml(value).markup
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}
