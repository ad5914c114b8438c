import { sql } from 'kysely'
import { json } from '../db/schema.ts'
import type { Db, Tx } from '../http/context.ts'
import { noteChange } from '../http/note-change.ts'
import { readDemoFiles } from './demo-files.ts'
import { seedCatalogue } from './seed-catalogue.ts'
import { seedContent } from './seed-content.ts'
import { seedDelivery } from './seed-delivery.ts'
import { seedPlaces } from './seed-places.ts'
import { seedProducts } from './seed-products.ts'
import { seedStorefront } from './seed-storefront.ts'

/** `seeded`: just now. `present`: it was there. `other-shop`: there is a shop, and the demo was not mixed into it. */
export type SeedOutcome = 'seeded' | 'present' | 'other-shop'

/**
 * Fills an empty database with the demo shop "Kiln & Loom", all or nothing; a second call, at the same time or later,
 * changes nothing. Pictures: `placeDemoImages`.
 */
export async function seedDemoShop(
  db: Db,
  { onProgress = () => {} }: { onProgress?: (step: string) => void } = {},
): Promise<SeedOutcome> {
  return db.transaction().execute(async (tx) => {
    // another process that starts now waits here until we are through, however long that takes
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtext('vitrine demo shop'))`.execute(tx)
    if (await isSeeded(tx)) return 'present'
    if (await hasShop(tx)) return 'other-shop'

    const files = await readDemoFiles()
    onProgress('Places and channel')
    const channelId = await seedPlaces(tx)
    onProgress('Categories, brands and pictures')
    const ids = await seedCatalogue(tx, files)
    onProgress(`${files.catalogue.products.length} products`)
    await seedProducts(tx, files, ids, channelId)
    onProgress('Delivery, payment and coupons')
    await seedDelivery(tx, files.content, channelId)
    onProgress('Pages and menus')
    const pageIds = await seedContent(tx, files.content)
    const noticePageId = pageIds.get(files.content.storefront.notice_page.slug)
    if (!noticePageId) throw new Error("The notice bar's page is not among the demo shop's pages")
    await seedStorefront(tx, files.content, { channelId, noticePageId })

    await continueNumbers(tx)
    await tx
      .insertInto('settings')
      .values({ key: MARKER, value: json(true) })
      .execute()
    await noteChange(tx, ['storefront', 'settings', 'listing'])
    return 'seeded'
  })
}

/** Not among the keys of the contract, so no call ever shows it. */
const MARKER = 'demo_seeded'

const isSeeded = async (tx: Tx) =>
  Boolean(await tx.selectFrom('settings').select('key').where('key', '=', MARKER).executeTakeFirst())

const hasShop = async (tx: Tx) => Boolean(await tx.selectFrom('channels').select('id').executeTakeFirst())

/** Rows that came with ids of their own do not move the sequence that gives out the next one. */
async function continueNumbers(tx: Tx) {
  for (const table of ['brands', 'categories', 'collections', 'labels', 'tags', 'products', 'variations'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      tx,
    )
}
