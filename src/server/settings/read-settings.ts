import { type SettingKey, type Settings, settingKeys } from '#contract/storefront.ts'
import type { CallContext, Db, Tx } from '../http/context.ts'
import { remember } from '../http/remember.ts'
import type { Channel } from '../storefront/read-channel.ts'
import { settingDefaults } from './defaults.ts'

/** What defaults depend on. */
type Around = { channel: Pick<Channel, 'id'>; config: { storeUrl: string } }

/**
 * All settings of the spec's list with their defaults, straight from the database: for transactions. A stored value of
 * another type than its default is not believed. Keys outside the list stay inside (decisions §4, notes).
 */
export async function readSettings(db: Db | Tx, { channel, config }: Around): Promise<Settings> {
  const defaults: Settings = { ...settingDefaults, default_channel: channel.id, store_url: config.storeUrl }
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', [...settingKeys])
    .execute()
  const stored = rows.filter(({ key, value }) => typeof value === typeof defaults[key as SettingKey])
  return { ...defaults, ...Object.fromEntries(stored.map(({ key, value }) => [key, value])) }
}

/** The same for replies, remembered until the tag `settings` is noted. */
export async function rememberedSettings(call: CallContext): Promise<Settings> {
  call.tag('settings')
  return remember(call, `settings ${call.channel.id}`, ['settings'], () => readSettings(call.db, call))
}

/** Those of the asked keys that the contract lists, in the order asked for; all of them when none was asked for. */
export function pickSettings(settings: Settings, keys: readonly string[] | undefined): Partial<Settings> {
  const wanted = keys ?? settingKeys
  const known: readonly string[] = settingKeys
  return Object.fromEntries(
    wanted.filter((key) => known.includes(key)).map((key) => [key, settings[key as SettingKey]]),
  )
}
