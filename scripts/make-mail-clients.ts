/**
 * Generates `tests/harness/mail-clients.json` from caniemail's data (`data/caniemail.json` of the npm package caniemail, MIT):
 * `node scripts/make-mail-clients.ts caniemail.json`. The package itself is not installed (ADR 0055).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The clients that mails are checked for, with the keys of the data. */
const clients = [
  ['Outlook for Windows', 'outlook', 'windows'],
  ['Gmail', 'gmail', 'desktop-webmail'],
  ['Apple Mail', 'apple-mail', 'macos'],
  ['Yahoo', 'yahoo', 'desktop-webmail'],
  ['Outlook on the web', 'outlook', 'outlook-com'],
] as const

type Feature = {
  slug: string
  category: string
  stats: Record<string, Record<string, Record<string, string>>>
}

const [, , source = ''] = process.argv
const { last_update_date, data }: { last_update_date: string; data: Feature[] } = JSON.parse(
  readFileSync(source, 'utf8'),
)
/** `y` yes, `a` in part, `n` no, `u` unknown: in the newest version that was tested. */
const supportOf = ({ stats }: Feature) =>
  clients.map(([, family, platform]) => Object.values(stats[family]?.[platform] ?? {}).at(-1)?.[0] ?? 'u')
const features = data
  .filter(({ category }) => category !== 'others')
  .map((feature) => [feature.slug, supportOf(feature).join('')])
const table = {
  updated: last_update_date.slice(0, 10),
  clients: clients.map(([name]) => name),
  features: Object.fromEntries(features),
}
writeFileSync(
  join(import.meta.dirname, '../tests/harness/mail-clients.json'),
  `${JSON.stringify(table, null, 2)}\n`,
)
