import type { ProductFull } from '#contract/catalogue.ts'
import { prepared } from '../db/prepared.ts'
import type { CallContext, Db, Tx } from '../http/context.ts'
import { notFound } from '../http/errors.ts'
import { createMemory } from '../http/remember.ts'
import type { Channel } from '../storefront/read-channel.ts'
import { type ProductRow, productText } from './product-sql.ts'
import { toProduct } from './to-product.ts'

/** Those of which pages are made again and again. */
const kept = createMemory(500)
const keyOf = ({ id }: Pick<Channel, 'id'>, asked: ProductAsked) =>
  `product ${id} ${asked.sku ?? ''} ${asked.id}`

const statement = prepared<ProductRow>('product', productText)

export type ProductAsked = {
  /** Slug of the product, id of a variation, or a sku; the first that fits, in this order. */
  id: string
  /** Selects the variation; it must be one of the product's. */
  sku?: string | undefined
}

/**
 * Everything on a product's page in one round trip (performance row 9), or undefined when it is not on sale in the channel.
 * Without a sku it shows the default variation, or the first in stock where there is no default. Decisions §2 ($Product).
 */
export async function findProduct(
  db: Db | Tx,
  channel: Pick<Channel, 'id' | 'currency' | 'is_tax_included'>,
  { id, sku }: ProductAsked,
): Promise<{ product: ProductFull; tags: string[] } | undefined> {
  const row = await statement.first(db, channel.id, id, sku ?? null)
  if (!row) return undefined
  const tags = [`product:${row.product_id}`, ...row.categories.map((category) => `category:${category.id}`)]
  return { product: toProduct(row, channel), tags }
}

type Found = Awaited<ReturnType<typeof findProduct>>

/** What is not on sale may come to be: its publishing changes listings too. */
const tagsOf = (found: Found) => found?.tags ?? ['listing']
/** It carries names and rules of the shop beside its own. */
const keptUntil = (found: Found) => [...tagsOf(found), 'listing', 'storefront', 'settings']

/**
 * The same for a call, which then depends on the product and its categories.
 * @throws 404 when it is not on sale in the channel.
 */
export async function requireProduct(
  call: Pick<CallContext, 'db' | 'channel' | 'tag' | 'changes' | 'isForEveryone'>,
  asked: ProductAsked,
): Promise<ProductFull> {
  const { db, channel, tag } = call
  const found = await kept.rememberForPages(call, keyOf(channel, asked), keptUntil, () =>
    findProduct(db, channel, asked),
  )
  tag(...tagsOf(found))
  if (!found) throw notFound('This product is not available')
  return found.product
}
