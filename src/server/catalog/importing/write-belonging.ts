import { Declarations, noDeclarations } from '#contract/admin/catalog/declarations.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { optionIds } from '../products/editing/create-options.ts'
import { writeDeclarations } from '../products/editing/declarations.ts'
import { findNamed, type References } from '../products/editing/references.ts'
import type { WrittenProduct } from './write-products.ts'

/** Replaces declarations, tags and properties by the file's; collections are only added, those by rules not at all. */
export async function writeBelonging(tx: Tx, products: readonly WrittenProduct[], references: References) {
  await writeTags(tx, products, references)
  await writeCollections(tx, products, references)
  await writeProperties(tx, products, references)
  for (const { draft, product, productId, noteChanged } of products) {
    const given = draft.fields.declarations
    const before = product?.declarations ?? noDeclarations
    const after = Declarations.parse({ ...before, ...given })
    if (keysOf(after).every((field) => after[field] === before[field])) continue
    await writeDeclarations(tx, productId, after)
    // The country of origin is a facet.
    noteChanged('listings')
  }
}

async function writeTags(tx: Tx, products: readonly WrittenProduct[], references: References) {
  const added: { product_id: number; tag_id: number }[] = []
  for (const { draft, product, productId, noteChanged } of products) {
    if (!draft.fields.tags) continue
    const wanted = new Set(draft.fields.tags.map((name) => findNamed(references.names.tags, name)!))
    const current = new Set(product?.tag_ids)
    const missing = [...wanted].filter((id) => !current.has(id))
    const surplus = [...current].filter((id) => !wanted.has(id))
    added.push(...missing.map((id) => ({ product_id: productId, tag_id: id })))
    if (surplus.length > 0)
      await tx
        .deleteFrom('product_tags')
        .where('product_id', '=', productId)
        .where('tag_id', 'in', surplus)
        .execute()
    if (missing.length + surplus.length > 0) noteChanged('listings')
  }
  if (added.length > 0) await tx.insertInto('product_tags').values(added).execute()
}

async function writeCollections(tx: Tx, products: readonly WrittenProduct[], references: References) {
  const added: { product_id: number; collection_id: number; position: number }[] = []
  for (const { draft, product, productId, noteChanged } of products) {
    const wanted = new Set(
      draft.fields.collections?.map((name) => findNamed(references.names.collections, name)!),
    )
    const missing = [...wanted].filter(
      (id) => !product?.collection_ids.includes(id) && !references.ruleCollections.has(id),
    )
    // After all manually ordered products.
    added.push(...missing.map((id) => ({ product_id: productId, collection_id: id, position: 1_000_000 })))
    if (missing.length > 0)
      noteChanged(
        'listings',
        missing.map((id) => `collection:${id}`),
      )
  }
  if (added.length > 0) await tx.insertInto('collection_products').values(added).execute()
}

async function writeProperties(tx: Tx, products: readonly WrittenProduct[], references: References) {
  const added: { product_id: number; value_id: number }[] = []
  for (const { draft, product, productId, noteChanged } of products) {
    if (!draft.fields.properties) continue
    const wanted = optionIds(references, draft.fields.properties, false)
    const named = new Set(wanted.map(({ attribute_id }) => attribute_id))
    const ids = new Set(wanted.map(({ value_id }) => value_id))
    const missing = [...ids].filter((id) => !product?.property_ids.includes(id))
    // Only of attributes in the file; others were set in the shop and stay.
    const surplus = product?.property_ids.filter(
      (id) => !ids.has(id) && [...named].some((attribute) => isValueOf(references, attribute, id)),
    )
    added.push(...missing.map((id) => ({ product_id: productId, value_id: id })))
    if (surplus && surplus.length > 0)
      await tx
        .deleteFrom('product_attributes')
        .where('product_id', '=', productId)
        .where('value_id', 'in', surplus)
        .execute()
    if (missing.length + (surplus?.length ?? 0) > 0) noteChanged('listings')
  }
  if (added.length > 0) await tx.insertInto('product_attributes').values(added).execute()
}

const isValueOf = ({ values }: References, attributeId: number, valueId: number) =>
  [...(values.get(attributeId)?.values() ?? [])].some(({ id }) => id === valueId)
