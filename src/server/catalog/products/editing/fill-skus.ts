import type { VariationValues } from '#contract/admin/catalog/products.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { makeSlug } from '#server/platform/text/make-slug.ts'

/** The SKU of a variation that is given none: from the product's slug and the values of its options. */
export const baseSku = (slug: string, values: readonly string[] = []) =>
  [slug, ...values.map((value) => makeSlug(value, 40))].join('-')

/**
 * Gives the variations without a SKU one of slug and options, as an import does; with the product's id at the end when another
 * variation has it.
 * @param labels of the options of each variation
 */
export async function fillSkus(
  tx: Tx,
  productId: number,
  values: readonly VariationValues[],
  labels: readonly (readonly string[])[],
): Promise<VariationValues[]> {
  if (values.every(({ sku }) => sku !== '')) return [...values]
  const { slug } = await tx
    .selectFrom('products')
    .select('slug')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
  const made = labels.map((own) => baseSku(slug, own).slice(0, 90))
  const others = await tx
    .selectFrom('variations')
    .select('sku')
    .where('sku', 'in', made)
    .where('product_id', '<>', productId)
    .execute()
  const taken = new Set([...others, ...values].map(({ sku }) => sku))
  return values.map((variation, at) => {
    if (variation.sku !== '') return variation
    const plain = made[at] ?? slug
    return { ...variation, sku: taken.has(plain) ? `${plain}-${productId}` : plain }
  })
}
