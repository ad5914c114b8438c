import { remember } from '../changes/remember.ts'
import type { Channel } from '../kernel/channel.ts'
import type { Db, Services, Tx } from '../kernel/context.ts'

/** The default channel. Selection by host and cookie (decisions §6) is not implemented yet. */
export const readDefaultChannel = (db: Db | Tx): Promise<Channel> =>
  db
    .selectFrom('channels')
    .innerJoin('countries', 'countries.id', 'channels.country_id')
    .select([
      'channels.id',
      'channels.code',
      'country_id',
      'countries.code as country_code',
      'channels.currency',
      'currency_symbol',
      'currency_decimals',
      'locale',
      'is_tax_included',
      'delivery_tax',
      'delivery_tax_rate_bp',
    ])
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow()

/** The same, cached until a change of the tag `storefront`, because every call needs it. */
export const rememberedChannel = (services: Pick<Services, 'db' | 'changes'>): Promise<Channel> =>
  remember(services, 'default channel', ['storefront'], () => readDefaultChannel(services.db))
