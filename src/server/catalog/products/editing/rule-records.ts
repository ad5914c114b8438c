import { sql } from 'kysely'
import type { CollectionCondition, CollectionRules } from '#contract/admin/catalog/collection-rules.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { inUse, missingRuleRecords } from './refusals.ts'

type RecordField = Extract<CollectionCondition, { values: unknown }>['field']

const tables = {
  category: 'categories',
  brand: 'brands',
  label: 'labels',
  tag: 'tags',
  attribute_value: 'attribute_values',
} as const satisfies Record<RecordField, string>

/**
 * The records that rules name stay until the transaction ends: `requireNoRule` waits for it.
 * @throws 422 at the first rule that names a record which does not exist
 */
export async function requireRuleRecords(tx: Tx, { conditions }: CollectionRules) {
  for (const [at, condition] of conditions.entries()) {
    if (!('values' in condition)) continue
    const ids = [...new Set(condition.values)]
    const found = await tx
      .selectFrom(tables[condition.field])
      .select('id')
      .where('id', '=', sql<number>`any(${sql.val(ids)}::integer[])`)
      .orderBy('id')
      .forKeyShare()
      .execute()
    if (found.length < ids.length) throw missingRuleRecords(at, ids.length - found.length)
  }
}

/**
 * Locks records before they are deleted: a collection that is saved at the same time either has named them by then, or finds them gone.
 * @throws 409 IN_USE while the rules of a collection name one of them
 */
export async function requireNoRule(tx: Tx, label: string, field: RecordField, ids: readonly number[]) {
  await tx
    .selectFrom(tables[field])
    .select('id')
    .where('id', '=', sql<number>`any(${sql.val(ids)}::integer[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const { rows } = await sql<{ name: string; count: number }>`
    select 'the collection ' || c.name as name, count(*) over ()::integer as count from collections c
    where c.rules is not null and exists (
      select from jsonb_array_elements(c.rules -> 'conditions') r
      where r ->> 'field' = ${field}
        and exists (select from jsonb_array_elements_text(r -> 'values') v where v::integer = any(${sql.val(ids)}::integer[])))
    order by c.id limit 5`.execute(tx)
  const [first] = rows
  if (first) throw inUse(label, { count: first.count, names: rows.map(({ name }) => name) })
}
