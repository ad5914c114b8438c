import type { I18nProvider } from 'ra-core'
import { ownValue } from '#contract/rules/own-value.ts'

/** English only. Texts of our own are in the screens; ra-core's keys are not shown, except these. */
const texts: Record<string, string> = {
  'ra.message.error': 'An unexpected error occurred.',
  'ra.notification.http_error': 'The shop did not answer. Try again.',
}

export const i18nProvider: I18nProvider = {
  translate: (key, { _ }: { _?: string } = {}) => ownValue(texts, key) ?? _ ?? key,
  changeLocale: async () => {},
  getLocale: () => 'en',
}
