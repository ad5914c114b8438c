import { sanitiseHtml } from '#server/platform/text/sanitise-html.ts'

/**
 * A section's settings with every text under a key `html` or `…_html` sanitised. Applied when sections are read, so that no way into
 * the database can put a script into a page.
 */
export function sanitiseSettings<Settings>(settings: Settings): Settings {
  if (Array.isArray(settings)) return settings.map((item) => sanitiseSettings(item)) as Settings
  if (typeof settings !== 'object' || settings === null) return settings
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [
      key,
      typeof value === 'string' && /(?:^|_)html$/.test(key) ? sanitiseHtml(value) : sanitiseSettings(value),
    ]),
  ) as Settings
}
