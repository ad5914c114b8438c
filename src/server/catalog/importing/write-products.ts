import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import type { HookRunner } from '#server/platform/kernel/plugin.ts'
import { archiveProducts } from '../products/editing/archive-products.ts'
import { createNames } from '../products/editing/create-names.ts'
import { createAttributes } from '../products/editing/create-options.ts'
import { noteImportedPrices } from '../products/editing/product-batches.ts'
import type { References } from '../products/editing/references.ts'
import { createCategory } from './categories.ts'
import type { Decision } from './decide-product.ts'
import { holdBackUndeclared } from './hold-back-undeclared.ts'
import type { ImageSource } from './resolve-images.ts'
import { writeBelonging } from './write-belonging.ts'
import { writeImages } from './write-images.ts'
import { writeProductRows } from './write-product-rows.ts'
import { writeVariations } from './write-variations.ts'

export type WriteContext = {
  references: References
  sources: ReadonlyMap<string, ImageSource>
  channelId: number
  plugins: HookRunner
  /** Whose changes of stock are recorded; undefined: none are. */
  actor: { staffId: number | null; name: string } | undefined
  /** The import of staff that the products are noted for. */
  importId: number | undefined
}

/** A decision with its product's id and the outcome recorded by the writers. */
export type WrittenProduct = Decision & {
  productId: number
  outcome: 'created' | 'updated' | 'unchanged'
  /**
   * Reports a change that shoppers can see, with further cache tags. `affects`: `product` for its own page and cards,
   * `listings` when it may also be elsewhere in lists, or counted otherwise in their facets.
   */
  noteChanged(affects: 'product' | 'listings', tags?: readonly string[]): void
}

export type BatchOutcome = {
  created: number
  updated: number
  unchanged: number
  variationsCreated: number
  imagesAdded: number
}

/**
 * Writes a batch of products in the caller's transaction: only differences, in a constant number of
 * statements, with the change log last.
 */
export async function writeProducts(
  tx: Tx,
  decisions: readonly Decision[],
  context: WriteContext,
): Promise<BatchOutcome> {
  const tags = new Set<string>()
  for (const tag of await createReferences(tx, decisions, context.references)) tags.add(tag)

  const ids = await writeProductRows(tx, decisions, context.references)
  const products = decisions.map((decision): WrittenProduct => {
    const productId = decision.product?.id ?? ids.created.get(decision.slug)!
    const written: WrittenProduct = {
      ...decision,
      productId,
      outcome: decision.product ? 'unchanged' : 'created',
      noteChanged(affects, more = []) {
        if (written.outcome === 'unchanged') written.outcome = 'updated'
        if (affects === 'listings') tags.add('listing')
        for (const tag of [`product:${productId}`, ...more]) tags.add(tag)
      },
    }
    const changed = ids.changed.get(decision)
    if (changed) written.noteChanged(changed.affects, changed.tags)
    return written
  })
  const variations = await writeVariations(tx, products, context)
  for (const tag of variations.tags) tags.add(tag)
  await writeBelonging(tx, products, context.references)
  await writeArchived(tx, products)
  await holdBackUndeclared(tx, products)
  const imagesAdded = await writeImages(tx, products, variations.ids, context.sources)
  await touchUpdated(tx, products)
  await noteChange(tx, [...tags])
  const product_ids = products
    .filter(({ outcome }) => outcome !== 'unchanged')
    .map(({ productId }) => productId)
  const { actor, importId } = context
  if (importId !== undefined) {
    await noteImported(tx, products, importId)
    if (actor) await noteImportedPrices(tx, importId, actor, variations.repriced)
  }
  if (product_ids.length > 0) await context.plugins.runHooks(tx, 'product.changed', { product_ids })

  const count = (outcome: WrittenProduct['outcome']) =>
    products.filter((product) => product.outcome === outcome).length
  return {
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    variationsCreated: variations.created,
    imagesAdded,
  }
}

/** Creates the missing brands, tags, collections, categories and attributes of the batch. */
async function createReferences(tx: Tx, decisions: readonly Decision[], references: References) {
  const fields = decisions.map(({ draft }) => draft.fields)
  const { brands, tags, collections } = references.names
  await createNames(
    tx,
    'brands',
    brands,
    fields.flatMap(({ brand }) => brand ?? []),
  )
  await createNames(
    tx,
    'tags',
    tags,
    fields.flatMap((own) => own.tags ?? []),
  )
  await createNames(
    tx,
    'collections',
    collections,
    fields.flatMap((own) => own.collections ?? []),
  )
  const touched: number[] = []
  for (const { category } of fields) touched.push(...(await createCategory(tx, references, category ?? [])))
  const options = decisions.map(({ variations }) => variations.flatMap(({ draft }) => draft.options ?? []))
  await createAttributes(tx, references, options, { isVariable: true })
  await createAttributes(
    tx,
    references,
    fields.map(({ properties }) => properties ?? []),
    { isVariable: false },
  )
  return touched.length > 0 ? ['listing', ...touched.map((id) => `category:${id}`)] : []
}

/** Archives and restores what the status of the file says; restored products are what the file makes them. */
async function writeArchived(tx: Tx, products: readonly WrittenProduct[]) {
  const changed = products.filter(
    ({ draft: { fields }, product }) =>
      fields.is_archived !== undefined && fields.is_archived !== ((product?.archived_at ?? null) !== null),
  )
  const [archived, restored] = [true, false].map((isArchived) =>
    changed.filter(({ draft }) => draft.fields.is_archived === isArchived).map(({ productId }) => productId),
  )
  if (archived?.length) await archiveProducts(tx, archived)
  if (restored?.length)
    await tx
      .updateTable('products')
      .set({ archived_at: null, archived_from: null })
      .where('id', 'in', restored)
      .execute()
  for (const product of changed) product.noteChanged('listings')
}

/** A repeated run of a job finds what it has written unchanged, so that the first note stays. */
async function noteImported(tx: Tx, products: readonly WrittenProduct[], import_id: number) {
  const rows = products
    .filter(({ outcome }) => outcome !== 'unchanged')
    .map(({ productId, outcome }) => ({ import_id, product_id: productId, is_new: outcome === 'created' }))
  if (rows.length > 0)
    await tx
      .insertInto('product_import_items')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

async function touchUpdated(tx: Tx, products: readonly WrittenProduct[]) {
  const ids = products.filter(({ outcome }) => outcome === 'updated').map(({ productId }) => productId)
  if (ids.length > 0)
    await tx.updateTable('products').set({ updated_at: new Date() }).where('id', 'in', ids).execute()
}
