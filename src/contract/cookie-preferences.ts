import type { CookieEntry } from './storefront.ts'

/** Decisions §1.7. */
export const preferencesCookie = 'cookiePreferences'

export type CookieChoice = { id: string; accepted: boolean }

/** The choices in the cookie's decoded value; a malformed value accepts nothing. */
export function parseChoices(text: string | undefined): CookieChoice[] {
  try {
    const choices: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(choices)) return []
    return choices.flatMap((one) =>
      typeof one?.id === 'string' ? [{ id: one.id, accepted: one.accepted === true }] : [],
    )
  } catch {
    return []
  }
}

type Entry = Pick<CookieEntry, 'id' | 'required'>

/** A choice for each entry; required entries are always accepted. Spec §4 "Cookie consent". */
export const choicesFor = (entries: readonly Entry[], isChosen: (id: string) => boolean): CookieChoice[] =>
  entries.map(({ id, required }) => ({ id, accepted: required || isChosen(id) }))

/** Without an optional entry there is nothing to ask. */
export const hasOptional = (entries: readonly Entry[]) => entries.some(({ required }) => !required)

/** Whether the visitor has to be prompted: an entry without a choice, such as one of a plugin that was activated later. Decisions §6. */
export const isUnanswered = (entries: readonly Entry[], choices: readonly CookieChoice[]) =>
  hasOptional(entries) && !entries.every(({ id }) => choices.some((choice) => choice.id === id))

/** Consent entry of videos and maps from other companies. Offered only while a page shows one. ADR 0028. */
export const embedsConsent = 'embeds'
