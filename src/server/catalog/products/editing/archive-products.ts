import { sql } from 'kysely'
import { type ProductSchedule, scheduleAt } from '#contract/rules/product-schedule.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { publishRefusals } from './required-declarations.ts'

/** SQL: the ids of archived products, by their index. */
export const archivedIds = sql`(select archived.id from products archived where archived.archived_at is not null)`

/**
 * Takes products out of the shop and out of the lists of the back office. They are unpublished, which is what the shop looks at, and
 * what they were is stored for restoring. ADR 0029.
 * @param batch the bulk change that archives them
 * @returns those that were not archived
 */
export async function archiveProducts(
  tx: Tx,
  ids: readonly number[],
  batch: number | null = null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update products set archived_at = now(), is_published = false, publish_at = null, unpublish_at = null,
      archived_from = jsonb_build_object('is_published', is_published, 'publish_at', publish_at, 'unpublish_at', unpublish_at,
        'batch', ${batch}::bigint)
    where id = any(${sql.val(ids)}::int[]) and archived_at is null returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Those of these products that are archived; until the end of the transaction they are not restored. */
export async function readArchived(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('products')
    .select('id')
    .where('id', 'in', [...ids])
    .where('archived_at', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Brings archived products back as they were: published, scheduled or drafts. Times that have passed have taken effect. A published product that
 * cannot be published now, for its price or what it does not declare, stays archived.
 * @param batch only those that this bulk change archived, and that were not restored since
 * @returns those that are restored, and why others are not
 */
export async function restoreProducts(tx: Tx, ids: readonly number[], batch: number | null = null) {
  const { rows } = await sql<ProductSchedule & { id: number }>`
    select id, (archived_from ->> 'is_published')::boolean as is_published,
      (archived_from ->> 'publish_at')::timestamptz as publish_at, (archived_from ->> 'unpublish_at')::timestamptz as unpublish_at
    from products where id = any(${sql.val(ids)}::int[]) and archived_at is not null
      and (${batch}::bigint is null or (archived_from ->> 'batch')::bigint = ${batch})
    order by id for update`.execute(tx)
  const now = new Date()
  const former = rows.map(({ id, ...schedule }) => ({ id, ...scheduleAt(schedule, now) }))
  const refusals = await publishRefusals(
    tx,
    former.filter((one) => one.is_published || one.publish_at !== null).map(({ id }) => id),
  )
  const restored = former.filter(({ id }) => !refusals.has(id))
  if (restored.length > 0)
    await sql`
      update products p set archived_at = null, archived_from = null,
        is_published = r.is_published, publish_at = r.publish_at, unpublish_at = r.unpublish_at
      from json_to_recordset(${json(restored)}::json)
        as r(id integer, is_published boolean, publish_at timestamptz, unpublish_at timestamptz)
      where p.id = r.id`.execute(tx)
  return { restored: restored.map(({ id }) => id), refusals }
}
