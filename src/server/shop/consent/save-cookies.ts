import { createHash, randomUUID } from 'node:crypto'
import { type CookieChoice, choicesFor, preferencesCookie } from '#contract/cookie-preferences.ts'
import * as limits from '#contract/limits.ts'
import type { Storefront } from '#contract/storefront.ts'
import type { CookieToSet, Db } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'

/**
 * Returns the cookie of the visitor's choices and records the consent under a random id, without personal data. Ids that the store does not offer are
 * dropped. Spec §4 "Cookie consent", security §19.
 */
export async function saveCookies(
  db: Db,
  { cookies, is_cookie_warning_enabled }: Pick<Storefront, 'cookies' | 'is_cookie_warning_enabled'>,
  given: readonly CookieChoice[],
): Promise<{ choices: CookieChoice[]; consent_id: string | null; cookie?: CookieToSet }> {
  const choices = choicesFor(cookies, (id) => given.some((one) => one.id === id && one.accepted))
  if (!is_cookie_warning_enabled) return { choices, consent_id: null }
  const consent_id = randomUUID()
  await db
    .insertInto('consent_records')
    .values({ id: consent_id, version: versionOf(cookies), choices: json(choices) })
    .execute()
  const cookie = {
    name: preferencesCookie,
    value: JSON.stringify(choices),
    maxAgeSeconds: limits.cookiePreferencesMaxAgeSeconds,
  }
  return { choices, consent_id, cookie }
}

/** Changes with the offered entries and their texts. */
const versionOf = (cookies: Storefront['cookies']) =>
  createHash('sha256').update(JSON.stringify(cookies)).digest('hex').slice(0, 16)
