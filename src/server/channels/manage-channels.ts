import type { ChannelRow, ChannelValues } from '#contract/admin/settings/channels.ts'
import { noteChange } from '../changes/note-change.ts'
import type { Db, Tx } from '../kernel/context.ts'
import { invalid } from '../kernel/errors.ts'
import { containing, listPage } from '../kernel/list-page.ts'

type Query = {
  page: number
  per_page: number
  sort: 'name' | 'id'
  order: 'asc' | 'desc'
  q?: string | undefined
}

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
          'is_default',
        ]),
    },
  )

export async function readChannelValues(db: Db | Tx, id: number): Promise<ChannelValues | undefined> {
  const row = await db
    .selectFrom('channels')
    .innerJoin('countries', 'countries.id', 'channels.country_id')
    .select(['channels.name', 'countries.code as country', 'channels.currency', 'locale', 'is_tax_included'])
    .select(['delivery_tax', 'delivery_tax_rate_bp'])
    .where('channels.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { delivery_tax: type, delivery_tax_rate_bp, ...values } = row
  return {
    ...values,
    delivery_tax: type === 'fixed' ? { type, percent: delivery_tax_rate_bp / 100 } : { type },
  }
}

/**
 * Changes a channel. Orders, carts and stored prices are in the channel's currency, so it stays once there are orders, and
 * its number of decimals while there are prices.
 * @throws 422 at the country, the currency or the locale.
 */
export async function updateChannel(tx: Tx, id: number, values: ChannelValues): Promise<void> {
  const { name, locale, currency, is_tax_included, delivery_tax } = values
  // Locked: an order may be placed at the same time.
  const before = await tx
    .selectFrom('channels')
    .select(['currency', 'currency_decimals'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const errors: Record<string, string[]> = {}
  const country = await tx
    .selectFrom('countries')
    .select('id')
    .where('code', '=', values.country)
    .executeTakeFirst()
  if (!country) errors['values.country'] = ['The shop does not know this country']
  if (!isLocale(locale)) errors['values.locale'] = ['Use a language and a region, such as en-IN']
  const format = isLocale(locale) ? formatOf(locale, currency) : undefined
  if (currency !== before.currency) {
    const mistake = await mistakeInCurrency(tx, id, { currency, decimals: format?.decimals, before })
    if (mistake) errors['values.currency'] = [mistake]
  }
  if (!country || !format || Object.keys(errors).length > 0) throw invalid(errors)
  await tx
    .updateTable('channels')
    .set({
      name,
      locale: new Intl.Locale(locale).toString(),
      currency,
      is_tax_included,
      delivery_tax: delivery_tax.type,
      ...(delivery_tax.type === 'fixed' && {
        delivery_tax_rate_bp: Math.round(delivery_tax.percent * 100),
      }),
      country_id: country.id,
      ...(currency !== before.currency && {
        currency_symbol: format.symbol,
        currency_decimals: format.decimals,
      }),
    })
    .where('id', '=', id)
    .execute()
  await noteChange(tx, ['storefront', 'settings'])
}

type Currency = {
  currency: string
  decimals: number | undefined
  before: { currency: string; currency_decimals: number }
}

async function mistakeInCurrency(
  tx: Tx,
  id: number,
  { currency, decimals, before }: Currency,
): Promise<string | undefined> {
  if (!Intl.supportedValuesOf('currency').includes(currency)) return 'There is no currency with these letters'
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

function isLocale(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0
  } catch {
    return false
  }
}

function formatOf(locale: string, currency: string) {
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
