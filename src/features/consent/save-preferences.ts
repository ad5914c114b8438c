import { api } from '#client/api.ts'
import { announceConsent, readChoices } from '#client/consent.ts'
import { cookieAttributes } from '#client/cookie-attributes.ts'
import { choicesFor, preferencesCookie } from '#contract/cookie-preferences.ts'
import * as limits from '#contract/limits.ts'
import type { CookieEntry } from '#contract/storefront.ts'

/**
 * Saves the choices in the visitor's cookie at once, then on the server, which records them. When a consent is withdrawn, its cookies
 * are deleted and the page is loaded again, because a script that has started cannot be stopped. Spec §4 "Cookie consent".
 */
export async function savePreferences(entries: readonly CookieEntry[], isChosen: (id: string) => boolean) {
  const before = readChoices()
  const choices = choicesFor(entries, isChosen)
  const refused = (id: string) => choices.some((one) => one.id === id && !one.accepted)
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's own API is not everywhere yet
  document.cookie = `${preferencesCookie}=${encodeURIComponent(JSON.stringify(choices))}${cookieAttributes(limits.cookiePreferencesMaxAgeSeconds)}`
  delete document.documentElement.dataset.cookies
  announceConsent()
  const removeCookies = () => deleteCookies(entries, refused)
  removeCookies()
  const isWithdrawn = before.some(({ id, accepted }) => accepted && refused(id))
  // The banner that disappears is answer enough to a refusal.
  const isDeclined = !entries.some(({ id, required }) => !required && isChosen(id))
  await api.storefront.saveCookies({ choices }, { silent: isDeclined })
  if (!isWithdrawn) return
  // A script of the withdrawn plugin may have written its cookies again.
  addEventListener('pagehide', removeCookies)
  location.reload()
}

/** Deletes the cookies of refused entries that no accepted entry uses, on this host and its parent domains. */
function deleteCookies(entries: readonly CookieEntry[], refused: (id: string) => boolean) {
  const namesOf = (isRefused: boolean) =>
    entries.filter(({ id }) => refused(id) === isRefused).flatMap(({ cookie_names = [] }) => cookie_names)
  const [unwanted, wanted] = [namesOf(true), namesOf(false)]
  const labels = location.hostname.split('.')
  const domains = labels.slice(0, -1).map((_, at) => `;domain=${labels.slice(at).join('.')}`)
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=')[0] ?? ''
    if (!matches(unwanted, name) || matches(wanted, name)) continue
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's own API is not everywhere yet
    for (const domain of ['', ...domains]) document.cookie = `${name}=;path=/;max-age=0${domain}`
  }
}

const matches = (patterns: readonly string[], name: string) =>
  patterns.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one))
