import { sql } from 'kysely'
import type { Db } from '#server/platform/kernel/context.ts'
import type { Purchase } from './contract.ts'

type Row = Omit<Purchase, 'review'> & {
  review_id: number | null
  status: 'pending' | 'published' | 'rejected' | null
  rating: number | null
  fields: Record<string, string> | null
  photos: string[]
}

type Filter = { slug?: string | undefined; order_no?: string | undefined; order_item_id?: number | undefined }

/** SQL: item i of order o was delivered to its customer. The rest of an item that was split counts with it. */
export const isDelivered = sql`i.split_from is null and i.status <> 'cancelled' and o.status <> 'cancelled'
  and exists (select from order_events e where e.order_id = o.id and e.status = 'delivered')`

/** The customer's delivered items of products that the shop still has, then their reviews without an order; newest first. */
export async function findPurchases(
  db: Db,
  customerId: number,
  { slug, order_no, order_item_id }: Filter = {},
): Promise<Purchase[]> {
  const { rows } = await sql<Row>`
    with reviewed as (
      select r.*, array(select p.path from review_photos p where p.review_id = r.id order by p.position, p.path) as photos
      from reviews r where r.customer_id = ${customerId}
    ), bought as (
      select i.variation_id as product_id, i.id as order_item_id, o.order_no, p.name, p.slug, i.image_path as image,
        r.id as review_id, r.status, r.rating, r.fields, coalesce(r.photos, '{}') as photos
      from orders o
      join order_items i on i.order_id = o.id
      join variations v on v.id = i.variation_id
      join products p on p.id = v.product_id and p.is_published
      left join reviewed r on r.order_item_id = i.id
      where o.customer_id = ${customerId} and ${isDelivered}
      order by i.id desc limit 200
    ), other as (
      select r.variation_id as product_id, null::bigint as order_item_id, null::text as order_no, p.name, p.slug,
        null::text as image, r.id as review_id, r.status, r.rating, r.fields, r.photos
      from reviewed r join products p on p.id = r.product_id and p.is_published
      where r.order_item_id is null
      order by r.id desc limit 200
    )
    select * from (select * from bought union all select * from other) all_of_them
    where (${slug ?? null}::text is null or slug = ${slug ?? null})
      and (${order_no ?? null}::text is null or order_no = ${order_no ?? null})
      and (${order_item_id ?? null}::bigint is null or order_item_id = ${order_item_id ?? null})`.execute(db)
  return rows.map(({ review_id, status, rating, fields, photos, ...purchase }) => ({
    ...purchase,
    review:
      review_id === null || status === null || rating === null
        ? null
        : { id: review_id, status, fields: { rating, ...fields }, images: photos },
  }))
}
