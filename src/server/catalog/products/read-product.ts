import type { ProductFull } from '#contract/catalog.ts'
import { createMemory, type PageMemory, type ReplyCache } from '#server/platform/changes/remember.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { showProductFields } from '#server/shop/custom-fields/show-values.ts'
import { operatorTags } from './declarations-sql.ts'
import { type PriceReader, withOwnPricesOfProduct } from './member-prices.ts'
import { type ProductRow, productText } from './product-sql.ts'
import { productNotFound } from './refusals.ts'
import { toProduct } from './to-product.ts'

/** The most recently used products. */
const memory = createMemory({ max: 500 })
const keyOf = ({ id }: Pick<Channel, 'id'>, requested: ProductRequest) =>
  `product ${id} ${requested.sku ?? ''} ${requested.id}`

const statement = prepared<ProductRow>('product', productText)

export type ProductRequest = {
  /** Slug of the product, id of a variation, or a SKU; the first match in this order. */
  id: string
  /** Selects the variation; it must belong to the product. */
  sku?: string | undefined
}

/**
 * Everything on a product's page in one round trip (performance row 9), or undefined when it is not on sale in the
 * channel. Without a SKU it shows the leading variation: the default one unless it is sold out. Decisions §2
 * ($Product).
 */
export async function findProduct(
  db: Db | Tx,
  channel: Pick<Channel, 'id' | 'currency' | 'is_tax_included' | 'locale' | 'withdrawal_days'>,
  { id, sku }: ProductRequest,
): Promise<{ product: ProductFull; tags: string[] } | undefined> {
  const row = await statement.first(db, channel.id, id, sku ?? null)
  if (!row) return undefined
  const tags = [
    `product:${row.product_id}`,
    ...row.categories.map((category) => `category:${category.id}`),
    ...operatorTags(row.declared),
    // Its captions.
    ...(row.video ? ['videos'] : []),
  ]
  const [shown] = await showProductFields(db, [row.custom], {
    places: ['page', 'api'],
    locale: channel.locale,
  })
  if (!shown || shown.fields.length === 0) return { product: toProduct(row, channel), tags }
  return {
    product: { ...toProduct(row, channel), custom_fields: shown.fields },
    tags: [...tags, ...shown.tags],
  }
}

type ProductReply = Awaited<ReturnType<typeof findProduct>>

/** Each of 2,000 variations has an address, and a reply with all of them: a crawler would fill the memory. Their pages are cached. */
const isLarge = (reply: ProductReply) => (reply?.product.variations.combinations.length ?? 0) > 100

/** A product that is not on sale may be published, which changes listings too. */
const tagsOf = (reply: ProductReply) => reply?.tags ?? ['listing']
/** The reply also contains names and rules of the shop. */
const invalidatingTags = (reply: ProductReply) => [...tagsOf(reply), 'listing', 'storefront', 'settings']

/**
 * The same for a reply, which then depends on the product and its categories, with the caller's own prices.
 * @throws 404 when it is not on sale in the channel.
 */
export async function requireProduct(
  db: Db,
  options: PageMemory & ReplyCache & PriceReader & { channel: Channel; previewProductId?: number },
  requested: ProductRequest,
): Promise<ProductFull> {
  const { channel, tag, previewProductId } = options
  const preview = previewProductId && (await findAsPublished(db, channel, requested, previewProductId))
  if (preview) return preview
  const reply = await memory.rememberForPages(
    options,
    keyOf(channel, requested),
    (found) => (requested.sku && isLarge(found) ? undefined : invalidatingTags(found)),
    () => findProduct(db, channel, requested),
  )
  tag(...tagsOf(reply))
  if (!reply) throw productNotFound()
  return withOwnPricesOfProduct(db, options, reply.product)
}

/** The product as its page will be: published in a transaction that is rolled back. Undefined when the request is for another one. */
async function findAsPublished(
  db: Db,
  channel: Channel,
  requested: ProductRequest,
  id: number,
): Promise<ProductFull | undefined> {
  const preview = await db.startTransaction().execute()
  try {
    await preview.updateTable('products').set({ is_published: true }).where('id', '=', id).execute()
    const found = await findProduct(preview, channel, requested)
    return found?.tags.includes(`product:${id}`) ? found.product : undefined
  } finally {
    await preview.rollback().execute()
  }
}
