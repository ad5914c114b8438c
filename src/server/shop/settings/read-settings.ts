import { ownValue } from '#contract/rules/own-value.ts'
import { type SettingKey, type Settings, settingKeys } from '#contract/storefront.ts'
import { type ReplyCache, remember } from '#server/platform/changes/remember.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { settingDefaults } from './defaults.ts'

/** The values that defaults depend on. */
type SettingsContext = { channel: Pick<Channel, 'id'>; config: { storeUrl: string } }

/**
 * All settings of the spec's list with their defaults, read from the database, for transactions. A stored
 * value of the wrong type falls back to its default; keys outside the list are not exposed (decisions §4,
 * notes).
 */
export async function readSettings(db: Db | Tx, { channel, config }: SettingsContext): Promise<Settings> {
  const defaults: Settings = { ...settingDefaults, default_channel: channel.id, store_url: config.storeUrl }
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', [...settingKeys])
    .execute()
  const stored = rows.filter(({ key, value }) => typeof value === typeof ownValue<unknown>(defaults, key))
  return { ...defaults, ...Object.fromEntries(stored.map(({ key, value }) => [key, value])) }
}

/** The same for replies, cached until a change of the tag `settings`. */
export async function rememberedSettings(db: Db, context: SettingsContext & ReplyCache): Promise<Settings> {
  context.tag('settings')
  return remember(context, `settings ${context.channel.id}`, ['settings'], () => readSettings(db, context))
}

/** The requested keys that the contract lists, in the requested order; all of them without a request. */
export function pickSettings(settings: Settings, keys: readonly string[] | undefined): Partial<Settings> {
  const wanted = keys ?? settingKeys
  const known: readonly string[] = settingKeys
  return Object.fromEntries(
    wanted
      .filter((key) => known.includes(key))
      .map((key) => [key, ownValue<Settings[SettingKey]>(settings, key)]),
  )
}
