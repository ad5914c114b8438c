import { sql } from 'kysely'
import {
  MENU_LEVELS,
  type MenuItemValues,
  type MenuRow,
  type MenuValues,
} from '#contract/admin/content/menus.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { missingPictures } from '#server/platform/media/missing-pictures.ts'
import { requireFreeSlug } from '#server/platform/text/require-free-slug.ts'
import { invalidValues, shownOn } from './refusals.ts'
import { menuReference, readReferences, requireUnusedKey } from './sections-with.ts'

type Query = ListQuery<'name' | 'id' | 'items'>

/** The levels that each part of the page shows of its menu. */
const levelsOf: Readonly<Record<string, number>> = { Header: MENU_LEVELS, Footer: 2, TopBar: 1 }

export async function listMenus(db: Db, query: Query): Promise<{ rows: MenuRow[]; total: number }> {
  const { q, sort } = query
  const { rows, total } = await listPage(
    db.selectFrom('menus').$if(Boolean(q), (found) => found.where('name', 'ilike', containing(q ?? ''))),
    query,
    {
      column: sort === 'items' ? 'items' : `menus.${sort}`,
      id: 'menus.id',
      select: (found) =>
        found.select([
          'menus.id',
          'name',
          'slug',
          sql<number>`(select count(*) from menu_items i where i.menu_id = menus.id)::integer`.as('items'),
        ]),
    },
  )
  const parts = await partsByMenu(db)
  return {
    rows: rows.map((row) => {
      const shown_in = parts(row)
      return { ...row, shown_in, levels: levelsIn(shown_in) }
    }),
    total,
  }
}

/** The parts of the page that show a menu. */
async function partsByMenu(db: Db | Tx) {
  const references = await readReferences(db, menuReference)
  return ({ id, slug }: { id: number; slug: string }) => [
    ...new Set(
      references
        .filter(({ value }) => value === slug || value === String(id))
        .map(({ component }) => component),
    ),
  ]
}

/** Items further down would be stored and never seen. */
const levelsIn = (parts: readonly string[]) =>
  Math.max(
    ...parts.map((part) => ownValue(levelsOf, part) ?? MENU_LEVELS),
    parts.length === 0 ? MENU_LEVELS : 1,
  )

export async function readMenuValues(db: Db | Tx, id: number): Promise<MenuValues | undefined> {
  const menu = await db.selectFrom('menus').select(['name', 'slug']).where('id', '=', id).executeTakeFirst()
  if (!menu) return undefined
  const rows = await db
    .selectFrom('menu_items')
    .select(['id', 'parent_id', 'label', 'url', 'target', 'badge', 'image_path'])
    .where('menu_id', '=', id)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const below = (parentId: number | null, level: number): MenuItemValues[] =>
    rows
      .filter(({ parent_id }) => parent_id === parentId)
      .map(({ id: itemId, label, url, target, badge, image_path }) => ({
        ...{ label, url, opens_new_tab: target === '_blank', badge: badge ?? '', image_path },
        ...(level < MENU_LEVELS && { children: below(itemId, level + 1) }),
      }))
  return { ...menu, items: below(null, 1) as MenuValues['items'] }
}

/** @throws 422 for a taken key, a label that siblings share, and unknown pictures. */
export async function createMenu(tx: Tx, values: MenuValues): Promise<number> {
  await requireItems(tx, values, MENU_LEVELS)
  const slug = await requireFreeSlug(tx, 'menus', { ...values, id: 0 })
  const { id } = await tx
    .insertInto('menus')
    .values({ name: values.name, slug })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeItems(tx, id, null, values.items)
  await noteChange(tx, [`menu:${id}`, 'menus'])
  return id
}

/** @throws 422 as for a new one, also for items on a level that is not shown where the menu is. */
export async function updateMenu(tx: Tx, id: number, values: MenuValues, before: MenuValues) {
  const slug = await requireFreeSlug(tx, 'menus', { ...values, id })
  await requireUnusedKey(tx, menuReference, before.slug, slug)
  const parts = await partsByMenu(tx)
  await requireItems(tx, values, levelsIn(parts({ id, slug: before.slug })))
  await tx.updateTable('menus').set({ name: values.name, slug }).where('id', '=', id).execute()
  await tx.deleteFrom('menu_items').where('menu_id', '=', id).execute()
  await writeItems(tx, id, null, values.items)
  await noteChange(tx, [`menu:${id}`, ...(slug === before.slug ? [] : ['menus'])])
}

/** @throws 409 IN_USE while a part of the page shows it. */
export async function removeMenu(tx: Tx, id: number, { name, slug }: MenuValues) {
  const parts = (await partsByMenu(tx))({ id, slug })
  if (parts.length > 0) throw shownOn(name, parts)
  await tx.deleteFrom('menus').where('id', '=', id).execute()
  await noteChange(tx, [`menu:${id}`, 'menus'])
}

/** Labels are what a menu's links and panels are found by, so siblings cannot share one. */
async function requireItems(tx: Tx, { items }: MenuValues, levels: number) {
  const errors = new Map<string, string>()
  const pictures: [string, string | null][] = []
  const check = (siblings: readonly MenuItemValues[], path: string, level: number) => {
    for (const [at, { label, image_path, children = [] }] of siblings.entries()) {
      const field = `${path}.${at}`
      const isTaken = siblings.findIndex((other) => other.label === label) < at
      if (isTaken) errors.set(`${field}.label`, 'Another item of this level has the same label')
      else if (level > levels)
        errors.set(
          `${field}.label`,
          `The shop shows ${levels === 1 ? 'one level' : `${levels} levels`} of this menu`,
        )
      pictures.push([`${field}.image_path`, image_path])
      check(children, `${field}.children`, level + 1)
    }
  }
  check(items, 'items', 1)
  for (const [field, message] of await missingPictures(tx, pictures)) errors.set(field, message)
  if (errors.size > 0) throw invalidValues(errors)
}

async function writeItems(
  tx: Tx,
  menu_id: number,
  parent_id: number | null,
  items: readonly MenuItemValues[],
): Promise<void> {
  for (const [at, { label, url, opens_new_tab, badge, image_path, children = [] }] of items.entries()) {
    const target = opens_new_tab ? ('_blank' as const) : ('_self' as const)
    const { id } = await tx
      .insertInto('menu_items')
      .values({
        ...{ menu_id, parent_id, label, url, target, sort_order: at + 1 },
        badge: badge || null,
        image_path: image_path || null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeItems(tx, menu_id, id, children)
  }
}
