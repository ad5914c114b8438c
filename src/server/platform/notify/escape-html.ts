import { ownValue } from '#contract/rules/own-value.ts'

/** Escaped markup; only this file creates it. */
export type Markup = { markup: string }

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text. */
export const escapeHtml = (text: string): Markup => ({
  markup: text.replace(/[&<>"']/g, (character) => ownValue(entities, character) ?? character),
})

/** A template that escapes its values, except markup. */
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
