import type { ProductValues } from '#contract/admin/catalog/products.ts'
import { isDelivered, isVoucher } from '#contract/rules/product-kind.ts'

/** What shoppers would miss in a product, with the id of the heading of its card. A price is the only one that saving insists on. */
export function missingToPublish(values: ProductValues): { what: string; at: string }[] {
  const { variations, images, is_free, category_id, description_html, short_description, hsn_code } = values
  const sold = variations.filter(({ is_published }) => is_published)
  const unpriced = is_free ? 0 : sold.filter(({ selling_price }) => selling_price === 0).length
  const undescribed = images.filter(({ alt }) => alt.trim() === '').length
  const isNew = variations.every(({ id }) => id === null)
  const isSoldOut = isNew && sold.every(({ tracks_stock, initial_stock }) => tracks_stock && !initial_stock)
  const checks = [
    [unpriced > 0, unpriced > 1 ? `${unpriced} prices` : 'price', 'variations-heading'],
    [sold.length === 0, 'variation that is published', 'variations-heading'],
    [isSoldOut && isDelivered(values), 'stock', 'variations-heading'],
    [images.length === 0, 'picture', 'pictures-heading'],
    [
      undescribed > 0,
      undescribed > 1 ? `${undescribed} text alternatives` : 'text alternative',
      'pictures-heading',
    ],
    [category_id === null, 'category', 'assignments-heading'],
    [description_html === '' && short_description === '', 'description', 'texts-heading'],
    [!hsn_code && !isVoucher(values), 'HSN code', 'rules-heading'],
  ] as const
  return checks.flatMap(([isMissing, what, at]) => (isMissing ? [{ what, at }] : []))
}
