import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Services, Tx, Upload } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { requireToken } from '#server/platform/limits/rate-limit.ts'
import type { Purchase, reviewEndpoints } from './contract.ts'
import { findPurchases } from './find-purchases.server.ts'
import { updateRatings } from './moderate.server.ts'
import { hidePhotos, keepPhotos, pathsOf, showPhotos } from './photos.server.ts'
import type { review } from './plugin.ts'
import { itemNotFound, notPurchased, productNotFound } from './refusals.server.ts'
import { type ReviewEntries, readEntries } from './review-fields.ts'

type ReviewInput = z.output<typeof reviewEndpoints.rateProduct.input>
type Config = z.output<typeof review.config>
type ReviewOptions = Pick<Services, 'files'> & {
  customerId: number
  ip: string
  uploads: readonly Upload[]
}
type Status = 'pending' | 'published'

/**
 * Saves the customer's review of an item that they received, or changes it; a changed review is moderated again. Decisions §4 and
 * §6, "Rating who".
 *
 * @throws 422 with the messages by field; 404 for another customer's item; 409 NOT_PURCHASED; 429.
 */
export async function saveReview(
  db: Db,
  { fields, review_open, is_moderated }: Config,
  { product_id, order_item_id, fields: given }: ReviewInput,
  { customerId, ip, files, uploads }: ReviewOptions,
): Promise<{ id: number; status: Status }> {
  await requireToken(db, `review customer ${customerId}`, { most: 30, seconds: 3_600 })
  const photos = uploads.filter(({ name }) => name === 'photos')
  const { entries, errors } = readEntries(fields, given, photos.length)
  if (photos.length > 0 && !fields.some(({ type }) => type === 'image'))
    errors.images = ['This field is not known']
  if (Object.keys(errors).length > 0) throw invalid(errors)

  const product = await db
    .selectFrom('variations')
    .innerJoin('products', 'products.id', 'variations.product_id')
    .select(['products.id', 'products.slug'])
    .where('variations.id', '=', product_id)
    .where('products.is_published', '=', true)
    .executeTakeFirst()
  if (!product) throw productNotFound()
  const purchases = await findPurchases(db, customerId, { slug: product.slug, order_item_id })
  const purchase = purchases.find(({ review }) => !review) ?? purchases[0]
  if (!purchase && order_item_id !== undefined) throw itemNotFound()
  if (!purchase && !review_open) throw notPurchased()

  const known = purchase?.review?.images ?? []
  if (!entries.images.every((path) => known.includes(path)))
    throw invalid({ images: ['Please add your photos again'] })
  const pictures = [...entries.images, ...(await keepPhotos({ db, files, visitor: { ip } }, photos))]
  const status: Status = is_moderated ? 'pending' : 'published'
  if (status === 'published') await showPhotos(files, pictures)
  const saved = await db.transaction().execute(async (tx) => {
    const id = await write(tx, { customerId, product, product_id, purchase, entries, status })
    const before = await pathsOf(tx, id)
    await assignPhotos(tx, id, pictures)
    await updateRatings(tx, [product.id])
    return { id, before }
  })
  await hidePhotos(
    files,
    status === 'published' ? saved.before.filter((path) => !pictures.includes(path)) : saved.before,
  )
  return { id: saved.id, status }
}

type Written = {
  customerId: number
  product: { id: number }
  product_id: number
  purchase: Purchase | undefined
  entries: ReviewEntries
  status: Status
}

async function write(
  tx: Tx,
  { customerId, product, product_id, purchase, entries, status }: Written,
): Promise<number> {
  const { rating, texts } = entries
  const itemId = purchase?.order_item_id ?? null
  const isNew = sql`insert into reviews
      (product_id, variation_id, order_item_id, customer_id, author, is_verified, rating, fields, status)
    select ${product.id}, ${product_id}, ${itemId}::bigint, c.id,
      coalesce(nullif(trim(c.first_name || ' ' || left(c.last_name, 1) || case when c.last_name = '' then '' else '.' end), ''), 'Customer'),
      ${itemId !== null}, ${rating}, ${JSON.stringify(texts)}::jsonb, ${status}
    from customers c where c.id = ${customerId}`
  const target =
    itemId === null
      ? sql`(product_id, customer_id) where order_item_id is null and customer_id is not null`
      : sql`(order_item_id)`
  const { rows } = await sql<{ id: number }>`${isNew}
    on conflict ${target} do update set rating = excluded.rating, fields = excluded.fields, status = excluded.status,
      author = excluded.author, updated_at = now()
    where reviews.customer_id = ${customerId} returning id`.execute(tx)
  const [saved] = rows
  if (!saved) throw itemNotFound()
  return saved.id
}

async function assignPhotos(tx: Tx, reviewId: number, paths: readonly string[]) {
  const pictures = sql`${sql.val(paths)}::text[]`
  await sql`update review_photos set review_id = null where review_id = ${reviewId} and path <> all(${pictures})`.execute(
    tx,
  )
  await sql`update review_photos set review_id = ${reviewId}, position = array_position(${pictures}, path)
    where path = any(${pictures})`.execute(tx)
}
