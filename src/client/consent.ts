import { useSyncExternalStore } from 'react'
import { type CookieChoice, parseChoices, preferencesCookie } from '#contract/cookie-preferences.ts'

const CHANGED = 'consent-change'

/**
 * Whether the visitor has accepted a consent entry. The cookie holds `[{ id, accepted }]`; an id that is not in it is not accepted.
 * Spec §3 "Cookie preference", decisions §6.
 */
export const isAccepted = (id: string): boolean =>
  readChoices().some((choice) => choice.id === id && choice.accepted)

export function readChoices(): CookieChoice[] {
  const text = document.cookie.split('; ').find((one) => one.startsWith(`${preferencesCookie}=`))
  try {
    return parseChoices(text && decodeURIComponent(text.slice(preferencesCookie.length + 1)))
  } catch {
    // A malformed cookie accepts nothing.
    return []
  }
}

/** Call after writing the cookie. */
export const announceConsent = () => dispatchEvent(new Event(CHANGED))

/** Runs after every change of the visitor's choices. Returns the unsubscribe function. */
export function onConsentChange(listener: () => void) {
  addEventListener(CHANGED, listener)
  return () => removeEventListener(CHANGED, listener)
}

/** False on the server and while hydrating: cached pages contain no visitor's choices. */
export const useAccepted = (id: string) =>
  useSyncExternalStore(
    onConsentChange,
    () => isAccepted(id),
    () => false,
  )

/** Resolves when the entry is accepted. */
export function whenAccepted(id: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = () => {
    if (!isAccepted(id)) return
    stop()
    resolve()
  }
  const stop = onConsentChange(check)
  check()
  return promise
}
