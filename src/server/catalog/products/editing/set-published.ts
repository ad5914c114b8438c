import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { requirePriced } from './free-prices.ts'
import { productNotFound } from './refusals.ts'
import { requireDeclared } from './required-declarations.ts'
import type { Editing } from './write-product.ts'

/** Shows a product in the shop, or hides it; a schedule ends. @throws 404; 409 FREE_OF_CHARGE, DECLARATIONS_MISSING */
export async function setPublished(tx: Tx, id: number, is_published: boolean, { plugins }: Editing) {
  const product = await tx
    .updateTable('products')
    .set({ is_published, publish_at: null, unpublish_at: null, updated_at: new Date() })
    .where('id', '=', id)
    .returning(['name', 'category_id'])
    .executeTakeFirst()
  if (!product) throw productNotFound()
  if (is_published) {
    await requirePriced(tx, id)
    await requireDeclared(tx, id)
  }
  const { category_id } = product
  await noteChange(tx, [
    'listing',
    `product:${id}`,
    ...(category_id === null ? [] : [`category:${category_id}`]),
  ])
  await plugins.runHooks(tx, 'product.changed', { product_ids: [id] })
}
