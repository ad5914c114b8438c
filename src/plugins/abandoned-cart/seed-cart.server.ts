import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/platform/kernel/context.ts'

const EMAIL = 'meera.iyer@example.com'

/** A cart of the demo shop that was left today by a guest who agreed to marketing: its mail is in the outbox after the first run. */
export async function seedLeftCart(db: Db): Promise<void> {
  const session = randomBytes(32).toString('base64url')
  await sql`
    with left_cart as (
      insert into carts (session_id, channel_id, email, is_marketing_opted_in, created_at, updated_at, expires_at)
      select ${session}, id, ${EMAIL}, true, now() - interval '7 hours', now() - interval '6 hours', now() + interval '23 days'
      from channels where is_default returning id, channel_id
    )
    insert into cart_items (cart_id, variation_id, quantity, unit_price)
    select left_cart.id, v.id, case p.slug when 'milk-jug' then 2 else 1 end, price.selling_price
    from left_cart join products p on p.slug in ('moon-vase', 'milk-jug')
    join variations v on v.product_id = p.id and v.is_default
    join prices price on price.variation_id = v.id and price.channel_id = left_cart.channel_id`.execute(db)
}

export async function removeLeftCart(db: Db): Promise<void> {
  await sql`delete from carts where email = ${EMAIL}`.execute(db)
  await sql`delete from abandoned_carts where email = ${EMAIL}`.execute(db)
}
