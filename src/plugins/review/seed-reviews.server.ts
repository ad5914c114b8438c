import { sql } from 'kysely'
import { readDemoFiles } from '#server/operations/seed/demo-files.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { reviewsTag } from './list-reviews.server.ts'
import { updateRatings } from './moderate.server.ts'

/** The demo shop's reviews, so that the ratings of its products have reviews behind them. */
export async function seedReviews(db: Db): Promise<void> {
  const { content } = await readDemoFiles()
  const rows = content.reviews.map(
    ({ id, product, sku, rating, title, text, author, created_at, verified, helpful }) => ({
      ...{ id, slug: product, sku, rating, author, created_at, helpful, is_verified: verified },
      fields: { title, comment: text },
      reply: replies[id] ?? null,
    }),
  )
  await sql`insert into reviews (product_id, variation_id, author, is_verified, rating, fields, status, helpful_count,
      created_at, updated_at, reply, replied_at)
    select p.id, v.id, r.author, r.is_verified, r.rating, r.fields, 'published', r.helpful, r.created_at, r.created_at,
      r.reply, case when r.reply is not null then r.created_at + interval '1 day' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id integer, slug text, sku text, rating integer,
      author text, created_at timestamptz, helpful integer, is_verified boolean, fields jsonb, reply text)
    join products p on p.slug = r.slug left join variations v on v.sku = r.sku and v.product_id = p.id
    order by r.created_at, r.id`.execute(db)
  const { rows: products } = await sql<{ id: number }>`select distinct product_id as id from reviews`.execute(
    db,
  )
  // The seed runs in one transaction, whose type the plugin seam does not show.
  await updateRatings(
    db as Tx,
    products.map(({ id }) => id),
  )
}

/** By the review's id in the demo files. */
const replies: Record<number, string> = {
  1: 'Sorry about the wobble. We now check every foot on a flat plate before packing.',
}

/** Removes the reviews of the demo products. */
export async function removeDemoReviews(db: Db): Promise<void> {
  const { rows } = await sql<{ product_id: number }>`
    delete from reviews v using seeded_records r
    where r.source = 'demo' and r.table_name = 'products' and r.id = v.product_id returning v.product_id`.execute(
    db,
  )
  await noteChange(
    db,
    rows.map(({ product_id }) => reviewsTag(product_id)),
  )
}
