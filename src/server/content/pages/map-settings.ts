import { isRecord } from '#contract/rules/own-value.ts'
import { sanitiseHtml } from '#server/platform/text/sanitise-html.ts'
import { type ChannelTexts, fillText } from '#server/shop/channels/channel-texts.ts'

/** A section's settings with each value as `change` returns it, at any depth: first a list or an object, then what is in it. */
export function mapSettings<Settings>(
  settings: Settings,
  change: (value: unknown, key: string) => unknown,
): Settings {
  const map = (value: unknown, key: string): unknown => {
    const changed = change(value, key)
    if (Array.isArray(changed)) return changed.map((item) => map(item, ''))
    if (!isRecord(changed)) return changed
    return Object.fromEntries(Object.entries(changed).map(([name, part]) => [name, map(part, name)]))
  }
  return map(settings, '') as Settings
}

/**
 * A section's settings with every text under a key `html` or `…_html` sanitised. Applied when sections are read, so that no way into
 * the database can put a script into a page.
 */
export const sanitiseSettings = <Settings>(settings: Settings): Settings =>
  mapSettings(settings, (value, key) =>
    typeof value === 'string' && /(?:^|_)html$/.test(key) ? sanitiseHtml(value) : value,
  )

/**
 * The same with placeholders filled in for a channel. An entry of a list is left out with a text of it that is left out as a whole:
 * its title alone would promise what the channel does not have.
 */
export const fillSettings = <Settings>(settings: Settings, texts: ChannelTexts): Settings =>
  mapSettings(settings, (value) => {
    if (typeof value === 'string') return fillText(value, texts)
    return Array.isArray(value) ? value.filter((entry) => !losesText(entry, texts)) : value
  })

const losesText = (entry: unknown, texts: ChannelTexts) =>
  (isRecord(entry) ? Object.values(entry) : [entry]).some(
    (text) => typeof text === 'string' && text !== '' && fillText(text, texts) === '',
  )
