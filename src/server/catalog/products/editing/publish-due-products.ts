import { sql } from 'kysely'
import { scheduleAt } from '#contract/rules/product-schedule.ts'
import { writeAudit } from '#server/platform/audit/audit-log.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Services, Tx } from '#server/platform/kernel/context.ts'
import { isUnconfirmedFree } from './free-prices.ts'
import { isUndeclared } from './required-declarations.ts'

/** Products in one transaction: its locks last some ten milliseconds. */
const AT_ONCE = 250
const actor = { staffId: null, name: 'schedule', ip: '' }

/**
 * Publishes and hides the products whose time has come, and notes the change in the same transaction, so that indexes and cached
 * pages of all processes follow. A product that is being edited is left to the next run. Returns the number of products. ADR 0029.
 */
export async function publishDueProducts(
  { db, plugins }: Pick<Services, 'db' | 'plugins'>,
  now = new Date(),
): Promise<number> {
  for (let total = 0; ; ) {
    const ids = await inTransaction(db, async (tx) => {
      const changed = await changeDue(tx, now)
      if (changed.length > 0) await plugins.runHooks(tx, 'product.changed', { product_ids: changed })
      return changed
    })
    total += ids.length
    if (ids.length < AT_ONCE) return total
  }
}

async function changeDue(tx: Tx, now: Date): Promise<number[]> {
  const due = await tx
    .selectFrom('products')
    .select(['id', 'category_id', 'is_published', 'publish_at', 'unpublish_at'])
    .where(sql<boolean>`least(publish_at, unpublish_at) <= ${now}`)
    .where(sql<boolean>`(publish_at is not null or unpublish_at is not null)`)
    // What would be given away waits for a price or a confirmation, and what a channel refuses to sell for declarations.
    .where(sql<boolean>`(unpublish_at <= ${now} or not (${isUnconfirmedFree} or ${isUndeclared}))`)
    .orderBy('id')
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, ...before } of due) {
    const { category_id: _category, ...former } = before
    const schedule = scheduleAt(former, now)
    await tx
      .updateTable('products')
      .set({
        ...schedule,
        updated_at: now,
        // A product is new when shoppers can first see it.
        ...(schedule.is_published && before.publish_at && { published_at: before.publish_at }),
      })
      .where('id', '=', id)
      .execute()
    await writeAudit(tx, actor, {
      action: schedule.is_published ? 'product.publish' : 'product.unpublish',
      record: { type: 'product', id: String(id) },
      before: former,
      after: schedule,
    })
  }
  const categories = due.flatMap(({ category_id }) => category_id ?? [])
  await noteChange(
    tx,
    due.length === 0
      ? []
      : ['listing', ...due.map(({ id }) => `product:${id}`), ...categories.map((id) => `category:${id}`)],
  )
  return due.map(({ id }) => id)
}

/** Variations whose release day has come are sold as usual from now on. Returns their number. ADR 0029. */
export async function endPreorders(
  { db, plugins }: Pick<Services, 'db' | 'plugins'>,
  now = new Date(),
): Promise<number> {
  for (let total = 0; ; ) {
    const count = await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ id: number; product_id: number; sku: string; before: unknown }>`
        with due as (
          select id, sold_ahead from variations
          where sold_ahead ->> 'kind' = 'preorder' and sold_ahead ->> 'date' <= ${now.toISOString().slice(0, 10)}
          order by id limit ${AT_ONCE} for update skip locked
        )
        update variations v set sold_ahead = null from due where v.id = due.id
        returning v.id, v.product_id, v.sku, due.sold_ahead as before`.execute(tx)
      if (rows.length === 0) return 0
      for (const { product_id, sku, before } of rows)
        await writeAudit(tx, actor, {
          action: 'product.stock_rules',
          record: { type: 'product', id: String(product_id) },
          before: { [sku]: before },
          after: { [sku]: null },
        })
      const ids = [...new Set(rows.map(({ product_id }) => product_id))]
      await noteChange(tx, ['listing', ...ids.map((id) => `product:${id}`)])
      await plugins.runHooks(tx, 'product.changed', { product_ids: ids })
      return rows.length
    })
    total += count
    if (count < AT_ONCE) return total
  }
}

export const publishDueProductsJob = defineJob<Services>({
  name: 'publish-due-products',
  schedule: { every: 20 },
  async run(_payload, services) {
    await publishDueProducts(services)
    await endPreorders(services)
  },
})
