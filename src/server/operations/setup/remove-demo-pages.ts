import { sql } from 'kysely'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { notePlaceholders } from '#server/platform/db/note-seeded.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { settingDefaults } from '#server/shop/settings/defaults.ts'
import { readDemoFiles } from '../seed/demo-files.ts'
import { mediaPathOf } from '../seed/seed-catalog.ts'
import { writePages } from '../seed/seed-content.ts'
import { emptyPages, placeholderSlugs, seedEmptyMenus } from './empty-pages.ts'
import type { RemovalNotes } from './remove-demo.ts'

/**
 * Removes the demo pages without edits; those that every shop needs become the ones of an empty shop. Edited
 * pages stay.
 */
export async function removeDemoPages(tx: Tx, id: number, { count, keep }: RemovalNotes): Promise<void> {
  const { rows } = await sql<{ id: number; name: string; slug: string; is_edited: boolean }>`
    select t.id, t.name, t.slug, t.revision > 1 or exists (select from page_drafts d where d.page_id = t.id) as is_edited
    from pages t join seeded_records r on r.source = 'demo' and r.table_name = 'pages' and r.id = t.id`.execute(
    tx,
  )
  const edited = rows.filter(({ is_edited }) => is_edited)
  await keep(
    tx,
    id,
    edited.map(({ name }) => ({ name: `Page “${name || 'Home'}”`, reason: 'You have edited it' })),
  )
  const removed = rows.filter(({ is_edited }) => !is_edited)
  await sql`delete from pages where id = any(${sql.val(removed.map((row) => row.id))}::integer[])`.execute(tx)
  await sql`delete from seeded_records where source = 'demo' and table_name = 'pages'`.execute(tx)
  await count(tx, id, { pages: removed.length })
  const name = await readStoreName(tx)
  const present = await tx.selectFrom('pages').select('slug').execute()
  const missing = emptyPages(name).filter(({ slug }) => !present.some((page) => page.slug === slug))
  const ids = missing.length > 0 ? await writePages(tx, missing) : new Map<string, number>()
  await notePlaceholders(
    tx,
    'pages',
    placeholderSlugs.flatMap((slug) => ids.get(slug) ?? []),
  )
  await noteChange(
    tx,
    [...removed, ...missing].map(({ slug }) => `page:${slug}`),
  )
}

async function readStoreName(tx: Tx): Promise<string> {
  const row = await tx
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'store_name')
    .executeTakeFirst()
  return typeof row?.value === 'string' ? row.value : settingDefaults.store_name
}

/** Links to what is gone, and texts and pictures of the appearance that are still the demo's. Settings stay. */
export async function removeDemoTexts(tx: Tx): Promise<void> {
  const { content } = await readDemoFiles()
  await removeDeadLinks(tx)
  await clearAppearance(tx, { message: content.notice.message, meta: content.home.meta })
  for (const { slug, success } of content.forms)
    await tx
      .updateTable('forms')
      .set({ success_message: 'Thank you. We received your message.' })
      .where('slug', '=', slug)
      .where('success_message', '=', success)
      .execute()
}

/** Menu items that lead to removed records, and headings without items; a menu without any gets those of an empty shop. */
async function removeDeadLinks(tx: Tx) {
  await sql`
    delete from menu_items m where url <> '' and (
      (url like '/product/%' and not exists (select from products p where '/product/' || p.slug = m.url))
      or (url like '/product-category/%' and not exists (select from categories c where '/product-category/' || c.path = m.url))
      or (url like '/product-collection/%' and not exists (select from collections c where '/product-collection/' || c.slug = m.url))
      or (url = '/blogs' and not exists (select from blog_posts))
      or (url ~ '^/[a-z0-9-]+$' and url not in ('/cart', '/account', '/track-order', '/shop-online', '/search', '/blogs')
        and not exists (select from pages p where '/' || p.slug = m.url))
      or url like '/shop-online?%' or url like '/forms/%'
    )`.execute(tx)
  await sql`delete from menu_items m
    where url = '' and not exists (select from menu_items c where c.parent_id = m.id)`.execute(tx)
  await sql`update menu_items set image_path = null where image_path like ${`${mediaPathOf('')}%`}`.execute(
    tx,
  )
  const menus = await tx
    .selectFrom('menus')
    .select(['id', 'slug'])
    .where('slug', 'in', ['header', 'top-bar', 'footer'])
    .execute()
  const { rows } = await sql<{ menu_id: number }>`select distinct menu_id from menu_items`.execute(tx)
  const filled = menus.filter(({ id }) => rows.some(({ menu_id }) => menu_id === id))
  await seedEmptyMenus(tx, { menus, filled: filled.map(({ slug }) => slug) })
}

type Demo = { message: string; meta: { meta_title: string; meta_description: string } }

async function clearAppearance(tx: Tx, { message, meta }: Demo) {
  const storefronts = await tx.selectFrom('storefronts').select(['id', 'appearance']).execute()
  for (const { id, appearance } of storefronts) {
    const changed = {
      ...appearance,
      ...(appearance.store_notice_message === message && {
        is_store_notice_enabled: false,
        store_notice_message: '',
        storefront_notice_page_id: null,
      }),
      ...(JSON.stringify(appearance.meta) === JSON.stringify(meta) && {
        meta: { meta_title: await readStoreName(tx), meta_description: '' },
      }),
      ...Object.fromEntries(
        ['favicon', 'logo1', 'social_sharing_image']
          .filter((key) => isDemoPicture(appearance[key]))
          .map((key) => [key, key === 'favicon' ? noIcons : null]),
      ),
    }
    await tx
      .updateTable('storefronts')
      .set({ appearance: json(changed) })
      .where('id', '=', id)
      .execute()
  }
}

const noIcons = { ico: null, png_32: null, png_192: null, apple: null, svg: null }

const isDemoPicture = (value: unknown) => JSON.stringify(value ?? '').includes(`"${mediaPathOf('')}`)
