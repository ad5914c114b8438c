import { sql } from 'kysely'
import { removePriceList } from '#server/catalog/price-lists/editing/manage-price-lists.ts'
import { readChannelValues, removeChannel } from '#server/commerce/checkout/editing/manage-channels.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { isDemoShop } from '#server/platform/db/note-seeded.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Db, Services, Tx } from '#server/platform/kernel/context.ts'
import { errorSummary, ShopError } from '#server/platform/kernel/errors.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { readPathUses } from '#server/shop/uploads/picture-uses.ts'
import { lockSeeding } from '../seed/seed-demo-shop.ts'
import { deleteWithParts } from './delete-with-parts.ts'
import { removeDemoPages, removeDemoTexts } from './remove-demo-pages.ts'
import { removeDemoPictures } from './remove-demo-pictures.ts'

/** What a removal needs. */
export type RemovalContext = Pick<Services, 'db' | 'files'> & {
  plugins: Pick<Services['plugins'], 'installed'>
  signal?: AbortSignal
  onProgress?: (step: string) => void
}

/** Continues where a killed process stopped: each step finds what is left of it. */
export const removeDemoJob = defineJob<Services, { id: number }>({
  name: 'remove-demo-data',
  run: ({ id }, services) => runRemoval(services, id),
  // Only one removal runs at a time. Starting it again continues.
  async onDead(_key, error, { db }) {
    await db
      .updateTable('demo_removals')
      .set({ state: 'failed', error, finished_at: new Date() })
      .where('state', '=', 'running')
      .execute()
  },
})

/**
 * Starts the removal of the demo data, or continues one that was interrupted.
 * @throws 409 NO_DEMO_DATA when there is none.
 */
export async function startRemoval(db: Db, actor: Actor): Promise<number> {
  return inTransaction(db, async (tx) => {
    const id = await addRemoval(tx, actor)
    await enqueue(tx, removeDemoJob, { id }, { key: 'only' })
    return id
  })
}

/** The record of a removal: a running one, also when two start at once. @throws 409 NO_DEMO_DATA */
export async function addRemoval(tx: Tx, actor: Actor): Promise<number> {
  if (!(await isDemoShop(tx)))
    throw new ShopError(409, 'NO_DEMO_DATA', 'This shop has no demo data, or it has been removed already')
  const added = await tx
    .insertInto('demo_removals')
    .values({
      records_total: sql`(select count(*) from seeded_records where source = 'demo')`,
      staff_id: actor.staffId,
      actor: actor.name,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  const removals = tx.selectFrom('demo_removals').select('id').where('state', '=', 'running')
  if (!added) return Number((await removals.executeTakeFirstOrThrow()).id)
  await writeAudit(tx, actor, {
    action: 'demo.remove',
    record: { type: 'shop', id: String(added.id) },
    after: { state: 'started' },
  })
  return Number(added.id)
}

/** Runs a removal to its end. Each step is a transaction of its own, and repeating it changes nothing more. */
export async function runRemoval(context: RemovalContext, id: number): Promise<void> {
  const { db, signal, onProgress = () => {} } = context
  const found = await db.selectFrom('demo_removals').select('state').where('id', '=', id).executeTakeFirst()
  if (found?.state !== 'running') return
  try {
    for (const { label, run } of steps) {
      signal?.throwIfAborted()
      onProgress(label)
      await db.updateTable('demo_removals').set({ step: label, error: null }).where('id', '=', id).execute()
      while ((await run(context, id)) === 'more') signal?.throwIfAborted()
    }
    await finish(db, id)
  } catch (error) {
    if (!signal?.aborted)
      await db
        .updateTable('demo_removals')
        .set({ error: errorSummary(error) })
        .where('id', '=', id)
        .execute()
    throw error
  }
}

type Step = { label: string; run: (context: RemovalContext, id: number) => Promise<'more' | 'done'> }

/** In this order: what refers to others first. */
const steps: readonly Step[] = [
  { label: 'Orders', run: removing('orders', (tx, ids) => deleteWithParts(tx, 'orders', ids)) },
  { label: 'Customers', run: removing('customers', removeCustomers) },
  { label: 'Posts', run: removing('blog_posts') },
  { label: 'Reviews and galleries', run: removePluginData },
  { label: 'Promotions', run: removing('promotions', removePromotions) },
  { label: 'Price lists', run: removing('price_lists', removePriceLists) },
  { label: 'Products', run: removing('products', removeProducts) },
  { label: 'Videos', run: removing('videos', removeVideos) },
  {
    label: 'Manufacturers',
    run: removingUnused('economic_operators', [
      'product_declarations.manufacturer_id',
      'product_declarations.importer_id',
      'product_declarations.responsible_person_id',
    ]),
  },
  { label: 'Channels', run: inStep(removeChannels) },
  { label: 'Collections', run: removing('collections') },
  {
    label: 'Categories',
    run: removingUnused('categories', ['products.category_id', 'categories.parent_id']),
  },
  { label: 'Brands', run: removingUnused('brands', ['products.brand_id']) },
  { label: 'Labels', run: removingUnused('labels', ['product_labels.label_id']) },
  { label: 'Tags', run: removingUnused('tags', ['product_tags.tag_id']) },
  { label: 'Attributes', run: removingAttributes() },
  { label: 'Authors', run: removingUnused('blog_authors', ['blog_posts.author_id']) },
  { label: 'Post categories', run: removingUnused('blog_categories', ['blog_posts.category_id']) },
  { label: 'Post tags', run: removingUnused('blog_tags', ['blog_post_tags.tag_id']) },
  { label: 'Coupons', run: removing('coupons') },
  { label: 'Pages', run: inStep(removeDemoPages) },
  { label: 'Sliders', run: removing('sliders') },
  { label: 'Questions', run: removing('faqs') },
  { label: 'Menus and notices', run: inStep(removeDemoTexts) },
  { label: 'Pictures', run: (context, id) => removeDemoPictures(context, (tx, rows) => count(tx, id, rows)) },
]

/** Everything that pages may show of it. */
const shownTags = [
  'catalog',
  'listing',
  'storefront',
  'settings',
  'menus',
  'sliders',
  'faqs',
  'blog',
  'pages',
  'forms',
  'plugins',
  'videos',
]

const BATCH = 50

type Remove = (tx: Tx, ids: readonly number[]) => Promise<unknown>

/** A step that deletes the demo rows of a table, some at a time. */
function removing(table: string, remove?: Remove): Step['run'] {
  return ({ db }, id) =>
    inTransaction(db, async (tx) => {
      await lockSeeding(tx)
      const { rows } = await sql<{ id: number }>`
        select id::integer as id from seeded_records where source = 'demo' and table_name = ${table}
        order by id limit ${BATCH}`.execute(tx)
      if (rows.length === 0) return 'done'
      const ids = rows.map((row) => row.id)
      if (remove) await remove(tx, ids)
      else await sql`delete from ${sql.table(table)} where id = any(${sql.val(ids)}::bigint[])`.execute(tx)
      await forget(tx, table, ids)
      await count(tx, id, { [table]: ids.length })
      await noteChange(tx, shownTags)
      return 'more'
    })
}

/** Those that a product or page shows stay, as the shop's own. Their files go with the pictures. */
async function removeVideos(tx: Tx, ids: readonly number[]) {
  const videos = await tx
    .selectFrom('videos')
    .select(['id', 'path'])
    .where('id', 'in', [...ids])
    .execute()
  for (const { id, path } of videos)
    if ((await readPathUses(tx, path)).length === 0)
      await tx.deleteFrom('videos').where('id', '=', id).execute()
}

/** A step that deletes the demo rows that no other row uses, and notes the others as retained. */
function removingUnused(table: string, uses: readonly string[]): Step['run'] {
  return inStep(async (tx, id) => {
    const isUsed = sql.join(
      uses.map((use) => {
        const [by = '', column = ''] = use.split('.')
        return sql`exists (select from ${sql.table(by)} u where u.${sql.ref(column)} = t.id)`
      }),
      sql` or `,
    )
    // Children first: a category is used by its subcategories until those are gone.
    for (;;) {
      const { rows } = await sql<{ id: number }>`
        delete from ${sql.table(table)} t using seeded_records r
        where r.source = 'demo' and r.table_name = ${table} and r.id = t.id and not (${isUsed})
        returning t.id::integer as id`.execute(tx)
      if (rows.length === 0) break
      await forget(
        tx,
        table,
        rows.map((row) => row.id),
      )
      await count(tx, id, { [table]: rows.length })
    }
    await keepRest(tx, id, table)
  })
}

/** Values come with their attribute, so an attribute stays while a product has one of them. */
function removingAttributes(): Step['run'] {
  return inStep(async (tx, id) => {
    const ofAttribute = sql`select v.id from attribute_values v where v.attribute_id = t.id`
    const { rows } = await sql<{ id: number }>`
      select t.id::integer as id from attributes t
      join seeded_records r on r.source = 'demo' and r.table_name = 'attributes' and r.id = t.id
      where not exists (select from product_attributes p where p.value_id in (${ofAttribute}))
        and not exists (select from variation_options o where o.attribute_id = t.id)`.execute(tx)
    const ids = rows.map((row) => row.id)
    await deleteWithParts(tx, 'attributes', ids)
    await forget(tx, 'attributes', ids)
    await count(tx, id, { attributes: ids.length })
    await keepRest(tx, id, 'attributes')
  })
}

/** The shop's own products use them, so they are its own from now on. */
async function keepRest(tx: Tx, id: number, table: string) {
  const name = table === 'attributes' ? 'label' : 'name'
  const { rows } = await sql<{ id: number; name: string }>`
    select t.id::integer as id, t.${sql.ref(name)} as name from ${sql.table(table)} t
    join seeded_records r on r.source = 'demo' and r.table_name = ${table} and r.id = t.id`.execute(tx)
  await keep(
    tx,
    id,
    rows.map((row) => ({ name: row.name, reason: 'Used by records of your own' })),
  )
  await forget(
    tx,
    table,
    rows.map((row) => row.id),
  )
  // Rows that staff have deleted before.
  await sql`delete from seeded_records where source = 'demo' and table_name = ${table}`.execute(tx)
}

/** Orders of the demo account that are not the demo's stay without it. */
async function removeCustomers(tx: Tx, ids: readonly number[]) {
  await sql`update orders set customer_id = null where customer_id = any(${sql.val(ids)}::bigint[])`.execute(
    tx,
  )
  await sql`delete from outbox o using customers c
    where c.id = any(${sql.val(ids)}::bigint[]) and o.recipient = c.email`.execute(tx)
  await sql`delete from carts where customer_id = any(${sql.val(ids)}::bigint[])`.execute(tx)
  await sql`delete from customers where id = any(${sql.val(ids)}::bigint[])`.execute(tx)
}

/** Those that the shop's own orders have stay, switched off: reports name them. */
async function removePromotions(tx: Tx, ids: readonly number[]) {
  const those = sql`id = any(${sql.val(ids)}::bigint[])`
  await sql`delete from promotions where ${those} and not exists (select from promotion_uses u where u.promotion_id = promotions.id)`.execute(
    tx,
  )
  await sql`update promotions set is_active = false where ${those}`.execute(tx)
  await sql`update promotion_versions set version = gen_random_uuid()`.execute(tx)
}

/** Their prices may be of other products too. */
async function removePriceLists(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select id from price_lists where id = any(${sql.val(ids)}::integer[]) order by id`.execute(tx)
  for (const { id } of rows) await removePriceList(tx, id)
}

/** One with carts or orders is the shop's own from now on. */
async function removeChannels(tx: Tx, id: number) {
  const { rows } = await sql<{ id: number }>`
    select id::integer as id from seeded_records where source = 'demo' and table_name = 'channels'`.execute(
    tx,
  )
  for (const { id: channelId } of rows) {
    const values = await readChannelValues(tx, channelId)
    if (!values) continue
    try {
      await removeChannel(tx, channelId, values)
      await count(tx, id, { channels: 1 })
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      await keep(tx, id, [{ name: `Channel “${values.name}”`, reason: error.message }])
    }
  }
  await forget(
    tx,
    'channels',
    rows.map((row) => row.id),
  )
}

async function removeProducts(tx: Tx, ids: readonly number[]) {
  await sql`delete from products where id = any(${sql.val(ids)}::bigint[])`.execute(tx)
  await noteChange(
    tx,
    ids.map((id) => `product:${id}`),
  )
}

function removePluginData({ plugins, ...context }: RemovalContext, id: number) {
  return inStep(async (tx) => {
    for (const { removeDemo } of plugins.installed) await removeDemo?.(tx)
  })({ plugins, ...context }, id)
}

/** A step in one transaction. */
function inStep(work: (tx: Tx, id: number, notes: RemovalNotes) => Promise<unknown>): Step['run'] {
  return async ({ db }, id) => {
    await inTransaction(db, async (tx) => {
      await lockSeeding(tx)
      await work(tx, id, { forget, count, keep })
      await noteChange(tx, shownTags)
    })
    return 'done'
  }
}

export type RemovalNotes = { forget: typeof forget; count: typeof count; keep: typeof keep }

async function forget(tx: Tx, table: string, ids: readonly number[]) {
  await sql`delete from seeded_records
    where source = 'demo' and table_name = ${table} and id = any(${sql.val(ids)}::bigint[])`.execute(tx)
}

/** Adds to the result. */
async function count(tx: Tx, id: number, rows: Record<string, number>) {
  for (const [table, number] of Object.entries(rows))
    await sql`update demo_removals
      set removed = jsonb_set(removed, array[${table}::text], to_jsonb(coalesce((removed ->> ${table})::integer, 0) + ${number}::integer))
      where id = ${id} and ${number}::integer > 0`.execute(tx)
}

type Retained = { name: string; reason: string }

async function keep(tx: Tx, id: number, kept: readonly Retained[]) {
  if (kept.length === 0) return
  await sql`update demo_removals set kept = kept || ${json(kept)}::jsonb where id = ${id}`.execute(tx)
}

/** The shop is no longer the demo shop, so that no start adds demo data again. */
async function finish(db: Db, id: number) {
  await inTransaction(db, async (tx) => {
    await lockSeeding(tx)
    await sql`delete from seeded_records where source = 'demo'`.execute(tx)
    await tx.deleteFrom('settings').where('key', '=', 'demo_seeded').execute()
    const done = await tx
      .updateTable('demo_removals')
      .set({ state: 'done', step: '', error: null, finished_at: new Date() })
      .where('id', '=', id)
      .returning(['removed', 'staff_id', 'actor'])
      .executeTakeFirstOrThrow()
    await writeAudit(
      tx,
      { staffId: done.staff_id, name: done.actor, ip: '' },
      {
        action: 'demo.remove',
        record: { type: 'shop', id: String(id) },
        after: { state: 'done', removed: done.removed },
      },
    )
    await noteChange(tx, shownTags)
  })
}
