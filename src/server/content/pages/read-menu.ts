import type { MenuItem } from '#contract/content.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { imageOf, readImages } from '#server/platform/media/to-image.ts'
import { idOrSlug } from './id-or-slug.ts'
import { menuNotFound } from './refusals.ts'

/**
 * A menu with its items as a tree.
 * @throws 404 when it is unknown.
 */
export async function readMenu(
  db: Db,
  idOrSlugText: string,
): Promise<{ id: number; name: string; items: MenuItem[] }> {
  const ref = idOrSlug(idOrSlugText)
  const all = db.selectFrom('menus').select(['id', 'name'])
  const menu = await ('id' in ref
    ? all.where('id', '=', ref.id)
    : all.where('slug', '=', ref.slug)
  ).executeTakeFirst()
  if (!menu) throw menuNotFound()

  const rows = await db
    .selectFrom('menu_items')
    .select(['id', 'parent_id', 'label', 'url', 'target', 'badge', 'image_path'])
    .where('menu_id', '=', menu.id)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const images = await readImages(
    db,
    rows.flatMap(({ image_path }) => image_path ?? []),
  )
  const below = (parentId: number | null): MenuItem[] =>
    rows
      .filter(({ parent_id }) => parent_id === parentId)
      .map(({ parent_id: _parent, image_path, ...item }) => ({
        ...item,
        image: imageOf(image_path, images),
        children: below(item.id),
      }))
  return { ...menu, items: below(null) }
}
