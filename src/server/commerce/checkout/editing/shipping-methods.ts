import { sql } from 'kysely'
import type {
  ShippingMethodRow,
  ShippingMethodValues,
  ShippingRate,
} from '#contract/admin/settings/delivery.ts'
import { requireLocation } from '#server/catalog/stock/locations.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { requireChannelId, requireSameChannel } from '#server/shop/channels/channel-of-record.ts'

type Query = ListQuery<'sort_order' | 'name' | 'id'>

export async function listShippingMethods(
  db: Db,
  query: Query,
): Promise<{ rows: ShippingMethodRow[]; total: number }> {
  const found = db
    .selectFrom('shipping_methods')
    .innerJoin('channels', 'channels.id', 'shipping_methods.channel_id')
    .$if(Boolean(query.q), (methods) =>
      methods.where('shipping_methods.name', 'ilike', containing(query.q ?? '')),
    )
  return listPage(found, query, {
    column: `shipping_methods.${query.sort}`,
    id: 'shipping_methods.id',
    select: (methods) =>
      methods.select([
        'shipping_methods.id',
        'shipping_methods.name',
        'shipping_methods.code',
        'price',
        'channels.name as channel',
        'shipping_methods.is_active',
        sql<number>`(select count(*) from shipping_rates where shipping_method_id = shipping_methods.id)::integer`.as(
          'rates',
        ),
      ]),
  })
}

export async function readShippingMethod(db: Db | Tx, id: number): Promise<ShippingMethodValues | undefined> {
  const method = await db
    .selectFrom('shipping_methods as m')
    .innerJoin('channels', 'channels.id', 'm.channel_id')
    .select([
      'm.name',
      'm.code',
      'channels.code as channel',
      'price',
      'free_from',
      'days_added',
      'm.is_active',
      'sort_order',
      'courier',
      'courier_service',
      'm.location_id as pickup_location_id',
    ])
    .where('m.id', '=', id)
    .executeTakeFirst()
  if (!method) return undefined
  const rates = await db
    .selectFrom('shipping_rates as r')
    .leftJoin('countries as c', 'c.id', 'r.country_id')
    .leftJoin('states as s', 's.id', 'r.state_id')
    .select(['c.code as country', 's.name as state', 'r.postcode_prefix', 'r.from_weight_g', 'r.to_weight_g'])
    .select(['r.from_goods', 'r.price', 'r.free_from'])
    .where('r.shipping_method_id', '=', id)
    .orderBy('r.id')
    .execute()
  return {
    ...method,
    rates: rates.map((rate) => ({ ...rate, country: rate.country ?? '', state: rate.state ?? '' })),
  }
}

/** @throws 422 at the code or at the place of a rate. */
export async function createShippingMethod(tx: Tx, values: ShippingMethodValues): Promise<number> {
  const channel_id = await requireChannelId(tx, values.channel)
  await requireFreeCode(tx, { channel_id, code: values.code, id: 0 })
  const { rates, channel: _channel, pickup_location_id: location_id, ...method } = values
  await requireLocation(tx, location_id ?? undefined, 'values.pickup_location_id')
  const { id } = await tx
    .insertInto('shipping_methods')
    .values({ ...method, channel_id, location_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRates(tx, id, rates)
  await noteChange(tx, ['storefront'])
  return id
}

/** @throws 422 as `createShippingMethod`. */
export async function updateShippingMethod(tx: Tx, id: number, values: ShippingMethodValues) {
  const { channel_id } = await tx
    .selectFrom('shipping_methods')
    .select('channel_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await requireSameChannel(tx, values.channel, channel_id)
  await requireFreeCode(tx, { channel_id, code: values.code, id })
  const { rates, channel: _channel, pickup_location_id: location_id, ...method } = values
  await requireLocation(tx, location_id ?? undefined, 'values.pickup_location_id')
  await tx
    .updateTable('shipping_methods')
    .set({ ...method, location_id })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('shipping_rates').where('shipping_method_id', '=', id).execute()
  await insertRates(tx, id, rates)
  await noteChange(tx, ['storefront'])
}

/** Orders keep the name and the price; its rates go with it. */
export async function removeShippingMethod(tx: Tx, id: number) {
  await tx.deleteFrom('shipping_rates').where('shipping_method_id', '=', id).execute()
  await tx.deleteFrom('shipping_methods').where('id', '=', id).execute()
  await noteChange(tx, ['storefront'])
}

async function requireFreeCode(
  tx: Tx,
  { channel_id, code, id }: { channel_id: number; code: string; id: number },
) {
  const other = await tx
    .selectFrom('shipping_methods')
    .select('name')
    .where('channel_id', '=', channel_id)
    .where('code', '=', code)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw invalid({ 'values.code': [`"${other.name}" has this code already`] })
}

async function insertRates(tx: Tx, shipping_method_id: number, rates: readonly ShippingRate[]) {
  for (const [at, { country, state, ...rate }] of rates.entries()) {
    const country_id = country === '' ? null : await countryOf(tx, country)
    if (country_id === undefined)
      throw invalid({ [`values.rates.${at}.country`]: ['The shop does not know this country'] })
    const state_id = state === '' ? null : await stateOf(tx, country_id, state)
    if (state_id === undefined)
      throw invalid({ [`values.rates.${at}.state`]: ['The shop does not know this state of the country'] })
    if (rate.to_weight_g !== null && rate.to_weight_g <= rate.from_weight_g)
      throw invalid({ [`values.rates.${at}.to_weight_g`]: ['Use a weight above the first one'] })
    await tx
      .insertInto('shipping_rates')
      .values({ ...rate, shipping_method_id, country_id, state_id })
      .execute()
  }
}

export const countryOf = async (db: Db | Tx, code: string): Promise<number | undefined> =>
  (await db.selectFrom('countries').select('id').where('code', '=', code).executeTakeFirst())?.id

async function stateOf(tx: Tx, country_id: number | null, state: string): Promise<number | undefined> {
  if (country_id === null) return undefined
  const found = await tx
    .selectFrom('states')
    .select('id')
    .where('country_id', '=', country_id)
    .where((eb) => eb.or([eb('name', 'ilike', state.replace(/[\\%_]/g, '\\$&')), eb('code', '=', state)]))
    .executeTakeFirst()
  return found?.id
}
