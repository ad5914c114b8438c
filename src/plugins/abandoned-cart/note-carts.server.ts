import { sql } from 'kysely'
import { isSale } from '#server/commerce/buyers/order-sql.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import type { ChannelRules } from './plugin.ts'

/** A cart that was left for longer before it was seen, such as while the plugin was off, gets no mail. */
const LATEST = sql`interval '24 hours'`

/** SQL: an address may not be written to by the rules of a channel; the outbox checks the same when it sends. ADR 0041. */
export const isRefused = (
  email: ReturnType<typeof sql>,
  permission: ChannelRules['permission'],
) => sql<boolean>`(
  exists (select from mail_refusals f where f.email = ${email})
  or exists (select from customers k where k.email = ${email} and ${
    permission === 'soft_opt_in'
      ? sql`k.is_marketing_opted_in is false`
      : sql`k.is_marketing_opted_in is not true`
  }))`

/** SQL: an order of a cart `c`, its customer or its address since the cart was changed last. */
export const isOrdered = (
  cart: { id: ReturnType<typeof sql>; customer: ReturnType<typeof sql>; email: ReturnType<typeof sql> },
  since: ReturnType<typeof sql>,
) => sql<boolean>`exists (
  select from orders o where ${isSale} and (o.cart_id = ${cart.id}
    or (o.placed_at >= ${since} and (o.customer_id = ${cart.customer} or (${cart.email} <> '' and lower(o.email) = ${cart.email})))))`

/**
 * Notes the carts of a channel that were left with contact data for the hours of its rules. The address is stored only where a mail may
 * go to it. A cart that was noted and changed before its first mail is noted again.
 */
export async function noteCarts(db: Db | Tx, channel: Channel, rules: ChannelRules): Promise<void> {
  const { permission, first_hours } = rules
  if (permission === 'off') return
  const hasAgreed =
    permission === 'soft_opt_in'
      ? sql`true`
      : sql`(c.is_marketing_opted_in or u.is_marketing_opted_in is true)`
  const email = sql`who.email`
  await sql`
    insert into abandoned_carts (cart_id, channel_id, customer_id, email, state, abandoned_at, amount, pieces, next_mail_at)
    select c.id, c.channel_id, c.customer_id, case when allowed.state = 'waiting' then who.email else '' end, allowed.state,
      c.updated_at, goods.amount, goods.pieces, case when allowed.state = 'waiting' then now() end
    from carts c
    left join customers u on u.id = c.customer_id
    cross join lateral (select lower(trim(coalesce(u.email, c.email))) as email) who
    cross join lateral (select case
      when exists (select from mail_refusals f where f.email = who.email) then 'unsubscribed'
      when not ${hasAgreed} or ${isRefused(email, permission)} then 'no_consent'
      else 'waiting' end as state) allowed
    cross join lateral (
      select coalesce(sum(i.quantity * price.selling_price), 0)::bigint as amount, sum(i.quantity)::integer as pieces
      from cart_items i left join cart_item_prices price on price.id = i.id where i.cart_id = c.id
    ) goods
    where c.channel_id = ${channel.id} and c.status = 'open' and c.expires_at > now()
      and c.updated_at <= now() - make_interval(hours => ${first_hours})
      and c.updated_at > now() - make_interval(hours => ${first_hours}) - ${LATEST}
      and c.custom_lines is null and who.email <> '' and goods.pieces > 0
      and not exists (select from orders o where o.id = c.unpaid_order_id and o.status = 'pending_payment')
      and not ${isOrdered({ id: sql`c.id`, customer: sql`c.customer_id`, email }, sql`c.updated_at`)}
    on conflict (cart_id) do update set customer_id = excluded.customer_id, email = excluded.email, state = excluded.state,
      abandoned_at = excluded.abandoned_at, amount = excluded.amount, pieces = excluded.pieces, next_mail_at = excluded.next_mail_at
    where abandoned_carts.mails = 0 and abandoned_carts.abandoned_at < excluded.abandoned_at
      and abandoned_carts.order_id is null`.execute(db)
}
