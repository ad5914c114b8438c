import type { Tx } from '#server/platform/kernel/context.ts'
import { undeclaredText } from '../products/editing/refusals.ts'
import { readUndeclared } from '../products/editing/required-declarations.ts'
import type { WrittenProduct } from './write-products.ts'

/** Makes drafts, with a warning, of products that the file would publish and a channel refuses to sell for what they do not declare. */
export async function holdBackUndeclared(tx: Tx, products: readonly WrittenProduct[]): Promise<void> {
  const published = new Map(
    products
      .filter(({ draft, product }) => (draft.fields.is_published ?? !product) && !product?.is_published)
      .map((one) => [one.productId, one.draft]),
  )
  const missing = published.size > 0 ? await readUndeclared(tx, [...published.keys()]) : []
  if (missing.length === 0) return
  const ids = missing.map(({ product_id }) => product_id)
  await tx.updateTable('products').set({ is_published: false }).where('id', 'in', ids).execute()
  for (const one of missing) {
    const draft = published.get(one.product_id)
    const reason = `${undeclaredText(one)} It is imported as a draft.`
    draft?.problems.push({ line: draft.lines[0] ?? 0, kind: 'warning', reason })
  }
}
