import { sql } from 'kysely'
import type { TaxRateRow, TaxRateValues } from '#contract/admin/settings/delivery.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid, rejected } from '#server/platform/kernel/errors.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { countryOf } from './shipping-methods.ts'

type Query = ListQuery<'tax_class' | 'name' | 'id'>

export async function listTaxRates(db: Db, query: Query): Promise<{ rows: TaxRateRow[]; total: number }> {
  const found = db
    .selectFrom('tax_rates')
    .innerJoin('countries', 'countries.id', 'tax_rates.country_id')
    .$if(Boolean(query.q), (rates) => rates.where('tax_class', 'ilike', containing(query.q ?? '')))
  const { rows, total } = await listPage(found, query, {
    column: `tax_rates.${query.sort}`,
    id: 'tax_rates.id',
    select: (rates) =>
      rates.select([
        'tax_rates.id',
        'countries.code as country',
        'tax_class',
        'tax_rates.name',
        'rate_bp',
        sql<number>`(select count(*) from products where products.tax_class = tax_rates.tax_class)::integer`.as(
          'products',
        ),
      ]),
  })
  return { rows: rows.map(({ rate_bp, ...row }) => ({ ...row, percent: rate_bp / 100 })), total }
}

export async function readTaxRate(db: Db | Tx, id: number): Promise<TaxRateValues | undefined> {
  const rate = await db
    .selectFrom('tax_rates')
    .innerJoin('countries', 'countries.id', 'tax_rates.country_id')
    .select(['countries.code as country', 'tax_class', 'tax_rates.name', 'rate_bp'])
    .where('tax_rates.id', '=', id)
    .executeTakeFirst()
  if (!rate) return undefined
  const { rate_bp, ...values } = rate
  return { ...values, percent: rate_bp / 100 }
}

/** @throws 422 at the country, the class or the percentage. */
export async function createTaxRate(tx: Tx, values: TaxRateValues): Promise<number> {
  const { id } = await tx
    .insertInto('tax_rates')
    .values(await rowOf(tx, values, 0))
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteChange(tx, ['storefront', 'listing'])
  return id
}

/** @throws 409 IN_USE for another class while products have the present one; 422 as `createTaxRate`. */
export async function updateTaxRate(tx: Tx, id: number, values: TaxRateValues, before: TaxRateValues) {
  if (values.tax_class !== before.tax_class || values.country !== before.country)
    await requireUnused(tx, before)
  await tx
    .updateTable('tax_rates')
    .set(await rowOf(tx, values, id))
    .where('id', '=', id)
    .execute()
  await noteChange(tx, ['storefront', 'listing'])
}

/** @throws 409 IN_USE while products have the class. */
export async function removeTaxRate(tx: Tx, id: number, before: TaxRateValues) {
  await requireUnused(tx, before)
  await tx.deleteFrom('tax_rates').where('id', '=', id).execute()
  await noteChange(tx, ['storefront', 'listing'])
}

async function requireUnused(tx: Tx, { tax_class }: TaxRateValues) {
  const { products } = await tx
    .selectFrom('products')
    .select((eb) => eb.fn.countAll<number>().as('products'))
    .where('tax_class', '=', tax_class)
    .executeTakeFirstOrThrow()
  if (Number(products) > 0)
    throw rejected('IN_USE', `${products} products have the tax class ${tax_class}`, {
      data: { count: Number(products), names: [] },
    })
}

async function rowOf(tx: Tx, { country, percent, ...rest }: TaxRateValues, id: number) {
  const country_id = await countryOf(tx, country)
  if (country_id === undefined) throw invalid({ 'values.country': ['The shop does not know this country'] })
  const rate_bp = Math.round(percent * 100)
  if (Math.abs(rate_bp - percent * 100) > 1e-6)
    throw invalid({ 'values.percent': ['Use at most two decimals'] })
  const other = await tx
    .selectFrom('tax_rates')
    .select('id')
    .where('country_id', '=', country_id)
    .where('tax_class', '=', rest.tax_class)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw invalid({ 'values.tax_class': ['This country has a rate for this class already'] })
  return { ...rest, country_id, rate_bp }
}
