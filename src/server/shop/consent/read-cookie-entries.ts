import { embedsConsent } from '#contract/cookie-preferences.ts'
import type { ConsentEntry } from '#contract/plugin.ts'
import type { CookieEntry, Storefront } from '#contract/storefront.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { hasEmbeds } from './find-embeds.ts'

/**
 * The choices of the cookie manager: the store's necessary cookies, the entries of the active plugins, and one for videos and maps
 * while a page has one. Spec §3; ADR 0028.
 */
export async function readCookieEntries(
  context: Pick<Services, 'changes' | 'db' | 'plugins'> & { tag: (name: string) => void },
  { cookies }: Pick<Storefront, 'cookies'>,
): Promise<CookieEntry[]> {
  const { plugins, tag } = context
  tag('plugins')
  const entries = new Map(cookies.filter(({ required }) => required).map((entry) => [entry.id, entry]))
  for (const { plugin } of await plugins.active()) {
    const { consent } = plugin.definition
    if (consent && !entries.has(consent.id)) entries.set(consent.id, toEntry(consent))
  }
  if (await hasEmbeds(context)) entries.set(embeds.id, embeds)
  return [...entries.values()]
}

const embeds: CookieEntry = {
  id: embedsConsent,
  name: 'Videos and maps',
  description: 'YouTube, Vimeo and Google Maps load at once instead of after a click',
  required: false,
  group: 'optional',
}

const toEntry = ({ cookie_names, ...entry }: ConsentEntry): CookieEntry => ({
  ...entry,
  ...(cookie_names && { cookie_names: [...cookie_names] }),
})
