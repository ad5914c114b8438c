import { sql } from 'kysely'
import type { AttributeRow, AttributeValues } from '#contract/admin/catalog/attributes.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { makeCode, makeSlug } from '#server/platform/text/make-slug.ts'
import { noteCatalog } from './catalog-names.ts'
import { productsIn } from './products-in.ts'
import { inUse, unknownPicture } from './refusals.ts'
import { requireNoRule } from './rule-records.ts'

type Query = ListQuery<'label' | 'id' | 'position'>

export const listAttributes = (db: Db, query: Query): Promise<{ rows: AttributeRow[]; total: number }> =>
  listPage(
    db
      .selectFrom('attributes')
      .$if(Boolean(query.q), (found) => found.where('label', 'ilike', containing(query.q ?? ''))),
    query,
    {
      column: query.sort === 'id' ? 'attributes.id' : query.sort,
      id: 'attributes.id',
      select: (found) =>
        found.select([
          'attributes.id',
          'label',
          'code',
          'is_variable',
          sql<number>`(select count(*) from attribute_values v where v.attribute_id = attributes.id)::integer`.as(
            'values',
          ),
          sql<string>`coalesce((select string_agg(label, ', ') from (
            select v.label from attribute_values v where v.attribute_id = attributes.id
            order by v.position, v.id limit 4) as first), '')`.as('sample'),
        ]),
    },
  )

export async function readAttribute(db: Db | Tx, id: number): Promise<AttributeValues | undefined> {
  const row = await db
    .selectFrom('attributes')
    .select(['label', 'code', 'is_variable', 'is_filterable', 'display', 'position'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const values = await db
    .selectFrom('attribute_values')
    .select(['label', 'value', 'color', 'image_path'])
    .where('attribute_id', '=', id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return {
    ...row,
    values: values.map(({ image_path, ...value }) => ({
      ...value,
      image: image_path === null ? null : { path: image_path, alt: '' },
    })),
  }
}

/** @throws 422 for a taken code, two values with one address and an unknown picture. */
export async function createAttribute(tx: Tx, values: AttributeValues): Promise<number> {
  const { id } = await tx
    .insertInto('attributes')
    .values(await rowOf(tx, values, 0))
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeValues(tx, id, values)
  await noteCatalog(tx, [])
  return id
}

/** @throws 409 IN_USE for a removed value, or another kind of attribute, while products have it. */
export async function updateAttribute(tx: Tx, id: number, values: AttributeValues, before: AttributeValues) {
  if (values.is_variable !== before.is_variable) {
    const used = await productsIn(tx, productsOf(id))
    if (used) throw inUse(before.label, used)
  }
  await tx
    .updateTable('attributes')
    .set(await rowOf(tx, values, id))
    .where('id', '=', id)
    .execute()
  await removeOtherValues(tx, id, values)
  await writeValues(tx, id, values)
  const rows = await sql<{ product_id: number }>`${productsOf(id)}`.execute(tx)
  await noteCatalog(
    tx,
    rows.rows.map(({ product_id }) => product_id),
  )
}

/** @throws 409 IN_USE while products have one of its values. */
export async function removeAttribute(tx: Tx, id: number, { label }: AttributeValues) {
  const used = await productsIn(tx, productsOf(id))
  if (used) throw inUse(label, used)
  const values = await tx.selectFrom('attribute_values').select('id').where('attribute_id', '=', id).execute()
  await requireNoRule(
    tx,
    label,
    'attribute_value',
    values.map((value) => value.id),
  )
  await tx.deleteFrom('attribute_values').where('attribute_id', '=', id).execute()
  await tx.deleteFrom('attributes').where('id', '=', id).execute()
  await noteCatalog(tx, [])
}

/** SQL: the products that have a value of the attribute, or the value alone. */
const productsOf = (attributeId: number, valueId?: number) => sql`
  select v.product_id from variation_options o join variations v on v.id = o.variation_id
  where o.attribute_id = ${attributeId} ${valueId === undefined ? sql`` : sql`and o.value_id = ${valueId}`}
  union
  select p.product_id from product_attributes p join attribute_values a on a.id = p.value_id
  where a.attribute_id = ${attributeId} ${valueId === undefined ? sql`` : sql`and a.id = ${valueId}`}`

async function rowOf(tx: Tx, values: AttributeValues, id: number) {
  const { label, code: typed, is_variable, is_filterable, display, position } = values
  // Also a typed one: names of other query keys could not be a filter.
  const code = makeCode(typed || label)
  const other = await tx
    .selectFrom('attributes')
    .select('label')
    .where('code', '=', code)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw invalid({ 'values.code': [`"${other.label}" already has this code`] })
  return { label, code, is_variable, is_filterable, display, position }
}

/** A value is the same one while its address stays the same. */
async function writeValues(tx: Tx, attribute_id: number, { values }: AttributeValues) {
  const rows = await Promise.all(
    values.map(async ({ label, value, color, image }, position) => {
      const image_path = image?.path || null
      if (image_path !== null) await requirePicture(tx, image_path, position)
      return { attribute_id, label, value: addressOf(label, value), color, image_path, position }
    }),
  )
  const twice = rows.findIndex(({ value }, at) => rows.findIndex((row) => row.value === value) < at)
  if (twice >= 0) throw invalid({ [`values.values.${twice}.value`]: ['Another value has this address'] })
  for (const row of rows)
    await tx
      .insertInto('attribute_values')
      .values(row)
      .onConflict((conflict) => conflict.columns(['attribute_id', 'value']).doUpdateSet(row))
      .execute()
}

async function requirePicture(tx: Tx, path: string, at: number) {
  const known = await tx.selectFrom('images').select('id').where('path', '=', path).executeTakeFirst()
  if (!known) throw unknownPicture(`values.values.${at}.image`)
}

/** @throws 409 IN_USE for a removed value that products have */
async function removeOtherValues(tx: Tx, attribute_id: number, { values }: AttributeValues) {
  const retained = values.map(({ label, value }) => addressOf(label, value))
  const stored = await tx
    .selectFrom('attribute_values')
    .select(['id', 'value', 'label'])
    .where('attribute_id', '=', attribute_id)
    .execute()
  for (const former of stored) {
    if (retained.includes(former.value)) continue
    const used = await productsIn(tx, productsOf(attribute_id, former.id))
    if (used) throw inUse(former.label, used)
    await requireNoRule(tx, former.label, 'attribute_value', [former.id])
    await tx.deleteFrom('attribute_values').where('id', '=', former.id).execute()
  }
}

const addressOf = (label: string, typed: string) => makeSlug(typed || label, 80)
