import { sql } from 'kysely'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { allowLonger } from '#server/platform/db/primary-client.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { INDIA, seedCountries } from '#server/shop/countries/known-countries.ts'
import { readDemoFiles } from './demo-files.ts'
import { noteDemoFiles } from './note-demo.ts'
import { seedBlog } from './seed-blog.ts'
import { seedCatalog } from './seed-catalog.ts'
import { seedContent } from './seed-content.ts'
import { seedDelivery } from './seed-delivery.ts'
import { seedForms } from './seed-forms.ts'
import { seedProducts } from './seed-products.ts'
import { seedStorefront } from './seed-storefront.ts'

/**
 * `seeded`: created now. `present`: already seeded. `other-shop`: the database has another shop, which stays
 * unchanged.
 */
export type SeedOutcome = 'seeded' | 'present' | 'other-shop'

/**
 * Fills an empty database with the demo shop "Kiln & Loom" in one transaction; repeated and concurrent calls
 * change nothing. Images: `storeDemoImages`.
 */
export async function seedDemoShop(
  db: Db,
  { onProgress = () => {} }: { onProgress?: (step: string) => void } = {},
): Promise<SeedOutcome> {
  return db.transaction().execute(async (tx) => {
    await lockSeeding(tx)
    if (await isSeeded(tx)) return 'present'
    if (await hasShop(tx)) return 'other-shop'

    const files = await readDemoFiles()
    onProgress('Countries and channel')
    await seedCountries(tx)
    const channelId = await seedDemoChannel(tx)
    onProgress('Categories, brands and images')
    const ids = await seedCatalog(tx, files)
    onProgress(`${files.catalog.products.length} products`)
    await seedProducts(tx, files, ids, channelId)
    onProgress('Delivery, payment and coupons')
    await seedDelivery(tx, files.content, channelId)
    onProgress('Pages and menus')
    const pageIds = await seedContent(tx, files)
    await seedBlog(tx, files)
    await seedForms(tx, files.content)
    const noticePageId = pageIds.get(files.content.storefront.notice_page.slug)
    if (!noticePageId) throw new Error("The notice bar's page is not among the demo shop's pages")
    await seedStorefront(tx, files.content, { channelId, noticePageId })

    await continueNumbers(tx)
    await noteDemoFiles(tx, files)
    await tx
      .insertInto('settings')
      .values({ key: MARKER, value: sql`(select to_jsonb(max(id)) from products)` })
      .execute()
    await noteChange(tx, ['storefront', 'settings', 'listing', 'catalog'])
    return 'seeded'
  })
}

/** One process creates a shop in the database; a second one waits here until it commits, however long that takes. */
export async function lockSeeding(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = 0`.execute(tx)
  await allowLonger(tx, 0)
  await sql`select pg_advisory_xact_lock(hashtext('vitrine demo shop'))`.execute(tx)
}

/** Its value is the last id of the demo's products. Not a key of the contract, so no endpoint exposes it. */
const MARKER = 'demo_seeded'

const isSeeded = async (tx: Tx) =>
  Boolean(await tx.selectFrom('settings').select('key').where('key', '=', MARKER).executeTakeFirst())

const hasShop = async (tx: Tx) => Boolean(await tx.selectFrom('channels').select('id').executeTakeFirst())

/** Rows with explicit ids do not advance the id sequence. */
async function continueNumbers(tx: Tx) {
  const catalog = ['brands', 'categories', 'collections', 'labels', 'tags', 'products', 'variations']
  for (const table of [...catalog, 'blog_posts', 'faq_groups', 'faq_items'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      tx,
    )
}

/** The demo shop's channel. Returns its id. */
async function seedDemoChannel(tx: Tx): Promise<number> {
  const channel = await tx
    .insertInto('channels')
    .values({
      code: 'india',
      name: 'India',
      is_default: true,
      country_id: INDIA,
      currency: 'INR',
      currency_symbol: '₹',
      currency_decimals: 2,
      locale: 'en-IN',
      is_tax_included: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return channel.id
}
