import type { Db, Services } from '../http/context.ts'
import { remember } from '../http/remember.ts'

/** Where a visitor shops: prices, currency, country, language. */
export type Channel = {
  id: number
  code: string
  country_id: number
  currency: string
  currency_symbol: string
  currency_decimals: number
  locale: string
  is_tax_included: boolean
}

/** The default channel. Choosing by host and cookie (decisions §6) comes with several channels. */
export const readDefaultChannel = (db: Db): Promise<Channel> =>
  db
    .selectFrom('channels')
    .select([
      'id',
      'code',
      'country_id',
      'currency',
      'currency_symbol',
      'currency_decimals',
      'locale',
      'is_tax_included',
    ])
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow()

/** The same, remembered until the tag `storefront` is noted: every call needs it. */
export const rememberedChannel = (services: Pick<Services, 'db' | 'changes'>): Promise<Channel> =>
  remember(services, 'default channel', ['storefront'], () => readDefaultChannel(services.db))
