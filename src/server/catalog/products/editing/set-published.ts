import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { archiveProducts, readArchived, restoreProducts } from './archive-products.ts'
import { requirePriced } from './free-prices.ts'
import { productArchived, productNotFound } from './refusals.ts'
import { requireDeclared } from './required-declarations.ts'
import type { Editing } from './write-product.ts'

/**
 * Shows a product in the shop, or hides it; a schedule ends.
 * @throws 404; 409 FREE_OF_CHARGE, DECLARATIONS_MISSING, PRODUCT_ARCHIVED
 */
export async function setPublished(tx: Tx, id: number, is_published: boolean, editing: Editing) {
  if (is_published && (await readArchived(tx, [id])).length > 0) throw productArchived()
  const product = await tx
    .updateTable('products')
    .set({ is_published, publish_at: null, unpublish_at: null, updated_at: new Date() })
    .where('id', '=', id)
    .returning('category_id')
    .executeTakeFirst()
  if (!product) throw productNotFound()
  if (is_published) {
    await requirePriced(tx, id)
    await requireDeclared(tx, id)
  }
  await noteListed(tx, id, product, editing)
}

/**
 * Archives a product or restores it.
 * @returns whether it was not so before
 * @throws 404; 409 FREE_OF_CHARGE, DECLARATIONS_MISSING for one that would be published
 */
export async function setArchived(tx: Tx, id: number, is_archived: boolean, editing: Editing) {
  const product = await tx
    .selectFrom('products')
    .select(['category_id', 'archived_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!product) throw productNotFound()
  if ((product.archived_at !== null) === is_archived) return false
  if (is_archived) await archiveProducts(tx, [id])
  else if ((await restoreProducts(tx, [id])).refusals.size > 0) {
    await requirePriced(tx, id)
    await requireDeclared(tx, id)
  }
  await tx.updateTable('products').set({ updated_at: new Date() }).where('id', '=', id).execute()
  await noteListed(tx, id, product, editing)
  return true
}

type Listed = { category_id: number | null }

async function noteListed(tx: Tx, id: number, { category_id }: Listed, { plugins }: Editing) {
  await noteChange(tx, [
    'listing',
    `product:${id}`,
    ...(category_id === null ? [] : [`category:${category_id}`]),
  ])
  await plugins.runHooks(tx, 'product.changed', { product_ids: [id] })
}
