import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import type { Person, PluginPersonalData } from '#server/platform/kernel/plugin.ts'
import { updateRatings } from './moderate.server.ts'

export const reviewPersonalData: PluginPersonalData = {
  tables: ['reviews', 'review_photos', 'review_votes', 'review_requests'],
  read: async (db, person) => ({ reviews: await readOwn(db, person) }),
  erase: eraseOwn,
}

async function readOwn(db: Db, { id }: Person) {
  const { rows } =
    await sql`select p.name as product, r.author, r.rating, r.fields, r.status, r.reply, r.created_at, r.updated_at,
      array(select f.path from review_photos f where f.review_id = r.id order by f.position) as photos
    from reviews r join products p on p.id = r.product_id where r.customer_id = ${id} order by r.id`.execute(
      db,
    )
  return rows
}

/** Deletes the person's reviews and votes. The job deletes the photos, which no review names any more. */
async function eraseOwn(tx: Tx, { id }: Person): Promise<void> {
  await sql`delete from review_votes where voter = ${`customer ${id}`}`.execute(tx)
  await sql`delete from review_requests q using orders o where o.id = q.order_id and o.customer_id = ${id}`.execute(
    tx,
  )
  const { rows } = await sql<{ product_id: number }>`
    delete from reviews where customer_id = ${id} returning product_id`.execute(tx)
  await updateRatings(tx, [...new Set(rows.map(({ product_id }) => product_id))])
}
