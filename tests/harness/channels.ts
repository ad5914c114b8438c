import type { Insertable } from 'kysely'
import type { GroupPrices } from '#server/catalog/products/member-prices.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import type { Database } from '#server/platform/kernel/schema.ts'
import { type ChannelSelection, channelsTag, selectionOf } from '#server/shop/channels/channel-selection.ts'

export const india: Channel = {
  id: 1,
  code: 'in',
  name: 'India',
  host: null,
  is_default: true,
  country_id: 101,
  country_code: 'IN',
  currency: 'INR',
  currency_symbol: '₹',
  currency_decimals: 2,
  locale: 'en-IN',
  is_tax_included: true,
  delivery_tax: 'highest',
  omnibus: false,
  delivery_tax_rate_bp: 0,
  withdrawal_days: 0,
}

/** The selection of a shop with one channel, for tests without a database. */
export const oneChannel = async (): Promise<ChannelSelection> => selectionOf([india], false)

/** No customer of such a shop has prices of their own. */
export const noGroupPrices: GroupPrices = { channels: new Set(), isMember: async () => false }

/** Adds a channel in Germany, without prices, delivery and payment, as the back office would. */
export async function addChannel(
  { db, changes }: Pick<Services, 'db' | 'changes'>,
  given: Partial<Insertable<Database['channels']>> = {},
): Promise<number> {
  await db
    .insertInto('countries')
    .values({
      id: 82,
      name: 'Germany',
      code: 'DE',
      mobile_code: '+49',
      mobile_number_length: 11,
      currency: 'EUR',
      postcode_label: 'Postcode',
      postcode_pattern: '^[0-9]{5}$',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id: country_id } = await db
    .selectFrom('countries')
    .select('id')
    .where('code', '=', 'DE')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('channels')
    .values({
      code: 'de',
      name: 'Germany',
      country_id,
      currency: 'EUR',
      currency_symbol: '€',
      currency_decimals: 2,
      locale: 'de-DE',
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.transaction().execute((tx) => noteChange(tx, [channelsTag, 'storefront']))
  await changes.catchUp()
  return id
}
