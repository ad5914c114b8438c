import type { ProductValues } from '#contract/admin/catalog/products.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { makeSlug } from '#server/platform/text/make-slug.ts'
import { readProduct } from './product-values.ts'
import { productNotFound } from './refusals.ts'
import { createProduct, type Editing } from './write-product.ts'

/** Adds an unpublished copy without stock. Plugins copy their part of it in `product.copied`. @throws 404 */
export async function copyProduct(tx: Tx, id: number, editing: Editing) {
  const original = await readProduct(tx, id)
  if (!original) throw productNotFound()
  const number = await freeNumber(tx, original)
  const renamed = (sku: string) => `${sku.slice(0, 90)}${suffixOf(number)}`
  const values: ProductValues = {
    ...original,
    name: `${original.name.slice(0, 190)} (copy)`,
    slug: `${original.slug.slice(0, 190)}${suffixOf(number).toLowerCase()}`,
    is_published: false,
    published_at: null,
    publish_at: null,
    unpublish_at: null,
    variations: original.variations.map((variation) => ({
      ...variation,
      id: null,
      sku: renamed(variation.sku),
      barcode: null,
      initial_stock: null,
    })),
  }
  const copyId = await createProduct(tx, values, editing, original)
  await editing.plugins.runHooks(tx, 'product.copied', { product_id: id, copy_id: copyId })
  return { id: copyId, values }
}

const suffixOf = (number: number) => (number === 1 ? '-COPY' : `-COPY${number}`)

/** The first number whose address and SKUs are free. */
async function freeNumber(tx: Tx, { slug, variations }: ProductValues): Promise<number> {
  for (let number = 1; ; number += 1) {
    const suffix = suffixOf(number)
    const product = await tx
      .selectFrom('products')
      .select('id')
      .where('slug', '=', makeSlug(`${slug.slice(0, 190)}${suffix.toLowerCase()}`))
      .executeTakeFirst()
    const variation = await tx
      .selectFrom('variations')
      .select('id')
      .where(
        'sku',
        'in',
        variations.map(({ sku }) => `${sku.slice(0, 90)}${suffix}`),
      )
      .executeTakeFirst()
    if (!product && !variation) return number
  }
}
