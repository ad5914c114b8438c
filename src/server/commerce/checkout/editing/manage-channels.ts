import { sql } from 'kysely'
import type { ChannelRow, ChannelValues } from '#contract/admin/settings/channels.ts'
import { isLocale } from '#contract/rules/locale.ts'
import { EU_WITHDRAWAL_DAYS, euCountries } from '#contract/rules/withdrawal.ts'
import { ALL_PRICES_TAG } from '#server/catalog/products/price-tags.ts'
import { readSwitchedOn, switchPaymentMethods } from '#server/commerce/gateways/switch-methods.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { readImages } from '#server/platform/media/to-image.ts'
import { channelsTag } from '#server/shop/channels/channel-selection.ts'
import { channelInUse } from '#server/shop/channels/refusals.ts'
import { addCountry } from '#server/shop/countries/known-countries.ts'

type Query = ListQuery<'name' | 'id'>

export const listChannels = (db: Db, query: Query): Promise<{ rows: ChannelRow[]; total: number }> =>
  listPage(
    db
      .selectFrom('channels')
      .innerJoin('countries', 'countries.id', 'channels.country_id')
      .$if(Boolean(query.q), (found) => found.where('channels.name', 'ilike', containing(query.q ?? ''))),
    query,
    {
      column: `channels.${query.sort}`,
      id: 'channels.id',
      select: (found) =>
        found.select([
          'channels.id',
          'channels.name',
          'channels.code',
          'countries.code as country',
          'channels.currency',
          'locale',
          sql<string>`coalesce(host, '')`.as('host'),
          'is_active',
          'is_default',
        ]),
    },
  )

export async function readChannelValues(db: Db | Tx, id: number): Promise<ChannelValues | undefined> {
  const row = await db
    .selectFrom('channels')
    .innerJoin('countries', 'countries.id', 'channels.country_id')
    .select([
      'channels.name',
      'channels.code',
      'countries.code as country',
      'channels.currency',
      'locale',
      'host',
    ])
    .select([
      'is_active',
      'is_default',
      'is_tax_included',
      'delivery_tax',
      'delivery_tax_rate_bp',
      'couriers_off',
      'withdrawal_days',
      'withdrawal_extended',
      'order_button',
      'guarantee_notice',
      'requires_declarations',
      'omnibus',
    ])
    .where('channels.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const {
    delivery_tax: type,
    delivery_tax_rate_bp,
    host,
    omnibus,
    order_button,
    guarantee_notice,
    ...values
  } = row
  return {
    ...values,
    omnibus: omnibus === null ? 'by_country' : omnibus ? 'on' : 'off',
    host: host ?? '',
    order_button: order_button ?? '',
    guarantee_notice: { image: guarantee_notice?.image ?? null, url: guarantee_notice?.url ?? '' },
    payment_methods: await readSwitchedOn(db, id),
    delivery_tax: type === 'fixed' ? { type, percent: delivery_tax_rate_bp / 100 } : { type },
  }
}

type Call = { config: Pick<Config, 'mode' | 'companyKeys'> }

/**
 * Adds a channel without prices and delivery. It gets the payment methods of the default one without fees and limits, which are amounts of
 * another currency. Unless the values say otherwise, those of payment companies are on and the others off.
 * @throws 422 by field.
 */
export async function createChannel(tx: Tx, values: ChannelValues, { config }: Call): Promise<number> {
  const row = await rowOf(tx, 0, values)
  const { id } = await tx
    .insertInto('channels')
    .values({ ...row, is_default: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into payment_methods (channel_id, code, name, description, instructions, needs_cod_pincode, sort_order, is_active)
    select ${id}, m.code, m.name, m.description, m.instructions, m.needs_cod_pincode, m.sort_order, false
    from payment_methods m join channels c on c.id = m.channel_id and c.is_default`.execute(tx)
  const on = values.payment_methods ?? (await readSwitchedOn(tx, id))
  await switchPaymentMethods(tx, config, { channelId: id, on, field: 'values.payment_methods' })
  if (values.is_default) await makeDefault(tx, id)
  await noteChannels(tx)
  return id
}

/**
 * Changes a channel. Orders, carts and stored prices are in the channel's currency, so it stays once there are orders, and
 * its number of decimals while there are prices.
 * @throws 422 by field.
 */
export async function updateChannel(
  tx: Tx,
  id: number,
  values: ChannelValues,
  former: ChannelValues,
  { config }: Call,
): Promise<void> {
  // Locked: an order may be placed at the same time.
  const before = await tx
    .selectFrom('channels')
    .select(['currency', 'currency_decimals', 'is_default'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before.is_default && !values.is_default)
    throw invalid({ 'values.is_default': ['Make another channel the default one instead'] })
  const { currency_symbol, currency_decimals, ...row } = await rowOf(tx, id, values, {
    ...before,
    locale: former.locale,
  })
  await tx
    .updateTable('channels')
    .set({ ...row, ...(row.currency !== before.currency && { currency_symbol, currency_decimals }) })
    .where('id', '=', id)
    .execute()
  if (values.is_default && !before.is_default) await makeDefault(tx, id)
  const { payment_methods: on } = values
  if (on && String(on) !== String(former.payment_methods))
    await switchPaymentMethods(tx, config, { channelId: id, on, field: 'values.payment_methods' })
  // Every reduction of the channel may be another one.
  if (values.omnibus !== former.omnibus || values.country !== former.country)
    await noteChange(tx, ['catalog', 'listing', ALL_PRICES_TAG])
  await noteChannels(tx)
}

/**
 * Deletes a channel that was never used, with its shipping and payment methods.
 * @throws 409 IN_USE for the default channel, and for one with prices, price lists, coupons, promotions, carts or orders: it can be closed.
 */
export async function removeChannel(tx: Tx, id: number, { name, is_default }: ChannelValues): Promise<void> {
  const { rows } = await sql<{ of: string }>`
    select 'orders' as of where exists (select from orders where channel_id = ${id})
    union all select 'carts' where exists (select from carts where channel_id = ${id})
    union all select 'prices' where exists (select from prices where channel_id = ${id})
    union all select 'coupons' where exists (select from coupons where channel_id = ${id})
    union all select 'promotions' where exists (select from promotions where channel_id = ${id})
    union all select 'price lists' where exists (select from price_lists where channel_id = ${id})`.execute(
    tx,
  )
  if (is_default || rows.length > 0)
    throw channelInUse(name, is_default ? ['the shop'] : rows.map(({ of }) => of))
  const methods = tx.selectFrom('shipping_methods').select('id').where('channel_id', '=', id)
  await tx.deleteFrom('shipping_rates').where('shipping_method_id', 'in', methods).execute()
  for (const table of ['shipping_methods', 'payment_methods', 'storefronts'] as const)
    await tx.deleteFrom(table).where('channel_id', '=', id).execute()
  await tx.deleteFrom('channels').where('id', '=', id).execute()
  await noteChannels(tx)
}

const noteChannels = (tx: Tx) => noteChange(tx, [channelsTag, 'storefront', 'settings'])

/**
 * Makes an open channel without a host the default one, for the setting of that name.
 * @throws 422 at `default_channel`.
 */
export async function setDefaultChannel(tx: Tx, id: number): Promise<void> {
  const found = await tx
    .selectFrom('channels')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('host', 'is', null)
    .executeTakeFirst()
  if (!found) throw invalid({ default_channel: ['There is no open channel without a host that has this id'] })
  await makeDefault(tx, id)
  await noteChannels(tx)
}

/** Also in the setting, from which clients of the API know it. The look of the shop goes with it. */
async function makeDefault(tx: Tx, id: number) {
  await sql`
    update storefronts set channel_id = ${id} where channel_id = (select c.id from channels c where c.is_default)
      and not exists (select from storefronts s where s.channel_id = ${id})`.execute(tx)
  await tx.updateTable('channels').set({ is_default: false }).where('is_default', '=', true).execute()
  await tx.updateTable('channels').set({ is_default: true }).where('id', '=', id).execute()
  await tx
    .insertInto('settings')
    .values({ key: 'default_channel', value: json(id) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: json(id) }))
    .execute()
}

type Before = { currency: string; currency_decimals: number; locale: string }

/** The columns of a channel. @throws 422 by field. */
async function rowOf(tx: Tx, id: number, values: ChannelValues, before?: Before) {
  const { name, code, host, locale, currency, is_active, is_default, is_tax_included, delivery_tax } = values
  const errors: Record<string, string[]> = {}
  await addCountry(tx, values.country)
  const country = await tx
    .selectFrom('countries')
    .select('id')
    .where('code', '=', values.country)
    .executeTakeFirst()
  if (!country) errors['values.country'] = ['The shop does not know this country']
  // A stored one stays, so that other values can be changed.
  const isKnown = locale === before?.locale || isLocale(locale)
  if (!isKnown) errors['values.locale'] = ['Choose a language and a region, such as en-IN']
  const format = isKnown && isCurrency(currency) ? formatOf(locale, currency) : undefined
  if (!isCurrency(currency)) errors['values.currency'] = ['There is no currency with these letters']
  else if (before && currency !== before.currency) {
    const mistake = await mistakeInCurrency(tx, id, { currency, decimals: format?.decimals, before })
    if (mistake) errors['values.currency'] = [mistake]
  }
  if (is_default && !is_active) errors['values.is_active'] = ['The default channel is always open']
  if (is_default && host) errors['values.host'] = ['The default channel has the address of the store']
  const isEu = euCountries.includes(values.country)
  const withdrawal_days = values.withdrawal_days ?? (before || !isEu ? undefined : EU_WITHDRAWAL_DAYS)
  if (isEu && withdrawal_days !== undefined && withdrawal_days < EU_WITHDRAWAL_DAYS)
    errors['values.withdrawal_days'] = [
      `The law of the European Union gives at least ${EU_WITHDRAWAL_DAYS} days`,
    ]
  const { image } = values.guarantee_notice ?? {}
  if (image && !(await readImages(tx, [image.path])).has(image.path))
    errors['values.guarantee_notice.image'] = ['This picture is not in the media library']
  const others = await tx
    .selectFrom('channels')
    .select(['name', 'code', 'host'])
    .where('id', '<>', id)
    .where((eb) => eb.or([eb('code', '=', code), eb('host', '=', host)]))
    .execute()
  for (const other of others) {
    if (other.code === code) errors['values.code'] = [`"${other.name}" has this code already`]
    if (host && other.host === host) errors['values.host'] = [`"${other.name}" has this host already`]
  }
  if (!country || !format || Object.keys(errors).length > 0) throw invalid(errors)
  return {
    ...{ name, code, currency, is_active, is_tax_included },
    host: host || null,
    omnibus: values.omnibus === 'by_country' ? null : values.omnibus === 'on',
    locale: new Intl.Locale(locale).toString(),
    delivery_tax: delivery_tax.type,
    ...(delivery_tax.type === 'fixed' && { delivery_tax_rate_bp: Math.round(delivery_tax.percent * 100) }),
    ...(values.couriers_off && { couriers_off: values.couriers_off }),
    withdrawal_days,
    withdrawal_extended: values.withdrawal_extended,
    requires_declarations: values.requires_declarations,
    // Left out: it stays.
    ...(values.order_button !== undefined && { order_button: values.order_button || null }),
    ...(values.guarantee_notice && { guarantee_notice: json(values.guarantee_notice) }),
    country_id: country.id,
    currency_symbol: format.symbol,
    currency_decimals: format.decimals,
  }
}

type Currency = {
  currency: string
  decimals: number | undefined
  before: Before
}

async function mistakeInCurrency(
  tx: Tx,
  id: number,
  { currency, decimals, before }: Currency,
): Promise<string | undefined> {
  const order = await tx
    .selectFrom('orders')
    .select('id')
    .where('channel_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (order) return `Orders are in ${before.currency}, so the currency stays`
  const price = await tx
    .selectFrom('prices')
    .select('variation_id')
    .where('channel_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (price && decimals !== undefined && decimals !== before.currency_decimals)
    return `Prices are stored with ${before.currency_decimals} decimals, and ${currency} has ${decimals}`
  return undefined
}

/** How amounts of a currency are written in a locale. */
export function formatOf(locale: string, currency: string) {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  return {
    symbol: format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency,
    decimals: format.resolvedOptions().maximumFractionDigits ?? 2,
  }
}

/** The currency codes that amounts can be written in. */
export const isCurrency = (currency: string): boolean => Intl.supportedValuesOf('currency').includes(currency)
