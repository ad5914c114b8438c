import { sql } from 'kysely'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'

const channels = (db: Db | Tx) =>
  db
    .selectFrom('channels')
    .innerJoin('countries', 'countries.id', 'channels.country_id')
    .select([
      'channels.id',
      'channels.code',
      'channels.name',
      'channels.host',
      'channels.is_default',
      'country_id',
      'countries.code as country_code',
      'channels.currency',
      'currency_symbol',
      'currency_decimals',
      'locale',
      'is_tax_included',
      'delivery_tax',
      'delivery_tax_rate_bp',
      'withdrawal_days',
      sql<boolean>`coalesce(channels.omnibus, is_in_eu(countries.code))`.as('omnibus'),
    ])

/** The channel of requests that name no other, and of the back office. */
export const readDefaultChannel = (db: Db | Tx): Promise<Channel> =>
  channels(db).where('is_default', '=', true).executeTakeFirstOrThrow()

/** The channels that serve requests: the default one first, then by name. */
export const readChannels = (db: Db | Tx): Promise<Channel[]> =>
  channels(db)
    .where((eb) => eb.or([eb('is_active', '=', true), eb('is_default', '=', true)]))
    .orderBy('is_default', 'desc')
    .orderBy('channels.name')
    .orderBy('channels.id')
    .execute()

/** Any channel, also one that is not active. */
export const readChannelByCode = (db: Db | Tx, code: string): Promise<Channel | undefined> =>
  channels(db).where('channels.code', '=', code).executeTakeFirst()

/** All channels besides the default one, also closed ones, for product files. */
export const listOtherChannels = (db: Db | Tx) =>
  db
    .selectFrom('channels')
    .select(['id', 'code', 'currency_decimals as decimals'])
    .where('is_default', '=', false)
    .orderBy('code')
    .execute()

/** All channels, for choices of the back office: the default one first. */
export const listAllChannels = (db: Db | Tx) =>
  db
    .selectFrom('channels')
    .select(['id', 'code', 'name', 'currency'])
    .orderBy('is_default', 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute()
