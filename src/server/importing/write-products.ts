import type { Tx } from '../http/context.ts'
import { noteChange } from '../http/note-change.ts'
import { createAttributes } from './attributes.ts'
import { createCategory } from './categories.ts'
import { createNames } from './create-names.ts'
import type { Decision } from './decide-product.ts'
import type { References } from './references.ts'
import type { ImageSource } from './resolve-images.ts'
import { writeBelonging } from './write-belonging.ts'
import { writeImages } from './write-images.ts'
import { writeProductRows } from './write-product-rows.ts'
import { writeVariations } from './write-variations.ts'

export type WriteContext = {
  references: References
  sources: ReadonlyMap<string, ImageSource>
  channelId: number
}

/** A decision with the id of its product, and what the writers have noted about it. */
export type Written = Decision & {
  productId: number
  outcome: 'created' | 'updated' | 'unchanged'
  /** Something that shoppers see is another. */
  isChanged(tags?: readonly string[]): void
}

export type BatchOutcome = {
  created: number
  updated: number
  unchanged: number
  variationsCreated: number
  imagesAdded: number
}

/**
 * Writes a batch of products in the caller's transaction: only what differs from the shop, a handful of statements
 * whatever the number of products, and the change log in the end.
 */
export async function writeProducts(
  tx: Tx,
  decisions: readonly Decision[],
  context: WriteContext,
): Promise<BatchOutcome> {
  const tags = new Set<string>()
  for (const tag of await createReferences(tx, decisions, context.references)) tags.add(tag)

  const ids = await writeProductRows(tx, decisions, context.references)
  const products = decisions.map((decision): Written => {
    const productId = decision.product?.id ?? ids.created.get(decision.slug)!
    const written: Written = {
      ...decision,
      productId,
      outcome: decision.product ? 'unchanged' : 'created',
      isChanged(more = []) {
        if (written.outcome === 'unchanged') written.outcome = 'updated'
        for (const tag of ['listing', `product:${productId}`, ...more]) tags.add(tag)
      },
    }
    const changed = ids.changed.get(decision)
    if (changed) written.isChanged(changed)
    return written
  })
  const variations = await writeVariations(tx, products, context)
  await writeBelonging(tx, products, context.references)
  const imagesAdded = await writeImages(tx, products, variations.ids, context.sources)
  await touchUpdated(tx, products)
  await noteChange(tx, [...tags])

  const count = (outcome: Written['outcome']) =>
    products.filter((product) => product.outcome === outcome).length
  return {
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    variationsCreated: variations.created,
    imagesAdded,
  }
}

/** Brands, tags, collections, categories and attributes that the batch names and the shop does not have. */
async function createReferences(tx: Tx, decisions: readonly Decision[], references: References) {
  const fields = decisions.map(({ draft }) => draft.fields)
  await createNames(
    tx,
    references,
    'brands',
    fields.flatMap(({ brand }) => brand ?? []),
  )
  await createNames(
    tx,
    references,
    'tags',
    fields.flatMap(({ tags }) => tags ?? []),
  )
  await createNames(
    tx,
    references,
    'collections',
    fields.flatMap(({ collections }) => collections ?? []),
  )
  const touched: number[] = []
  for (const { category } of fields) touched.push(...(await createCategory(tx, references, category ?? [])))
  const options = decisions.flatMap(({ variations }) =>
    variations.flatMap(({ draft }) => draft.options ?? []),
  )
  await createAttributes(tx, references, options, { isVariable: true })
  await createAttributes(
    tx,
    references,
    fields.flatMap(({ properties }) => properties ?? []),
    { isVariable: false },
  )
  return touched.length > 0 ? ['listing', ...touched.map((id) => `category:${id}`)] : []
}

async function touchUpdated(tx: Tx, products: readonly Written[]) {
  const ids = products.filter(({ outcome }) => outcome === 'updated').map(({ productId }) => productId)
  if (ids.length > 0)
    await tx.updateTable('products').set({ updated_at: new Date() }).where('id', 'in', ids).execute()
}
