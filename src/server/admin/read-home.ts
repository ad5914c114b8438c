import { sql } from 'kysely'
import type { Home, HomeSales } from '#contract/admin/home.ts'
import { money } from '#contract/money.ts'
import { addDays, dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { archivedIds } from '#server/catalog/products/editing/archive-products.ts'
import { isSale } from '#server/commerce/buyers/order-sql.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { imageOf, readImages } from '#server/platform/media/to-image.ts'
import { countMentions } from './order-mentions.ts'
import { awaitsDecision, awaitsTransfer, countTabs } from './order-tabs.ts'

const DAYS = 30
/** A variation with at most this many pieces is low in stock. A literal in SQL, as the index `variations_low_stock` has it. */
const LOW_STOCK = 5
const SHOWN = 5

/** Sales and conversion of one channel in its currency. Back office, "Home". */
export async function readHomeSales(db: Db, channel: Channel): Promise<HomeSales> {
  const timeZone = timeZoneOf(channel.locale)
  const [byDay, carts, sinceMidnight] = await Promise.all([
    readDays(db, channel, timeZone),
    readCartDays(db, channel),
    readSinceMidnight(db, channel, timeZone),
  ])
  const today = dayIn(new Date(), timeZone)
  const of = (day: string) => byDay.get(day) ?? { sales: 0, orders: 0 }
  const month = Array.from({ length: DAYS }, (_, at) => addDays(today, at - DAYS + 1))
  const days = month.map((day) => ({ day, ...of(day), previous: of(addDays(day, -DAYS)).sales }))
  const sumOf = (names: readonly string[]) =>
    names
      .map(of)
      .reduce((sum, { sales, orders }) => ({ sales: sum.sales + sales, orders: sum.orders + orders }), {
        sales: 0,
        orders: 0,
      })
  const figures = ({ sales, orders }: { sales: number; orders: number }) => ({
    sales: money(sales, channel.currency),
    orders,
    average: money(orders === 0 ? 0 : Math.round(sales / orders), channel.currency),
  })
  const conversion = (names: readonly string[]) => {
    const orders = sumOf(names).orders
    const made = names.reduce((sum, day) => sum + (carts.get(day) ?? 0), 0)
    // Orders of carts that were made before the period can outnumber its carts.
    return { orders, carts: made, rate: made === 0 ? null : Math.min(1, orders / made) }
  }
  const before = month.map((day) => addDays(day, -DAYS))
  return {
    today: figures(sinceMidnight.today),
    yesterday: figures(sinceMidnight.yesterday),
    month: figures(sumOf(month)),
    previous_month: figures(sumOf(before)),
    conversion: conversion(month),
    previous_conversion: conversion(before),
    days,
  }
}

async function readDays(db: Db, { id }: Channel, timeZone: string) {
  const { rows } = await sql<{ day: string; sales: number; orders: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, sales, orders from (
      select (o.placed_at at time zone ${timeZone})::date as day, sum(o.grand_total)::bigint as sales, count(*)::integer as orders
      from orders o
      where o.channel_id = ${id} and o.placed_at > now() - make_interval(days => ${2 * DAYS + 1}) and ${isSale}
      group by 1
    ) days`.execute(db)
  return new Map(rows.map(({ day, sales, orders }) => [day, { sales, orders }]))
}

/** Counted by the job `count-carts`. */
async function readCartDays(db: Db, { id }: Channel) {
  const rows = await db
    .selectFrom('cart_days')
    .select([sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'), 'carts'])
    .where('channel_id', '=', id)
    .where('day', '>', sql<Date>`current_date - ${2 * DAYS + 2}::integer`)
    .execute()
  return new Map(rows.map(({ day, carts }) => [day, carts]))
}

/** Today until now, and yesterday until the same time of day. */
async function readSinceMidnight(db: Db, { id }: Channel, timeZone: string) {
  const { rows } = await sql<{ is_today: boolean; sales: number; orders: number }>`
    select o.placed_at >= midnight.at as is_today, sum(o.grand_total)::bigint as sales, count(*)::integer as orders
    from orders o, (select date_trunc('day', now() at time zone ${timeZone}) at time zone ${timeZone} as at) midnight
    where o.channel_id = ${id} and ${isSale} and (
      o.placed_at >= midnight.at
      or o.placed_at >= midnight.at - interval '1 day' and o.placed_at < now() - interval '1 day'
    )
    group by 1`.execute(db)
  const sideOf = (isToday: boolean) =>
    rows.find(({ is_today }) => is_today === isToday) ?? { sales: 0, orders: 0 }
  return { today: sideOf(true), yesterday: sideOf(false) }
}

/** What waits for a member of staff. */
export async function readToDo(db: Db, staffId: number): Promise<Home['to_do']> {
  const { to_pack, to_ship, to_pay_back } = await countTabs(db)
  const notes_for_me = await countMentions(db, staffId)
  const { rows } = await sql<
    Omit<Home['to_do'], 'to_pack' | 'to_ship' | 'to_pay_back' | 'notes_for_me'>
  >`select
    (select count(*)::integer from orders where ${awaitsTransfer}) as payments_to_confirm,
    (select count(*)::integer from orders where ${awaitsDecision}) as refunds_requested,
    (select count(*)::integer from orders where review_reason is not null) as to_review,
    (select count(*)::integer from outbox where given_up_at is not null) as failed_messages,
    (select count(*)::integer from form_submissions where answered_at is null) as form_messages,
    (select count(*)::integer from product_imports where created_at > now() - interval '14 days' and (state = 'failed'
      or state = 'checked' and jsonb_array_length(problems) > 0)) as imports_with_errors,
    (select count(*)::integer from variations v where v.tracks_stock and v.is_published and v.stock <= ${sql.lit(LOW_STOCK)}
      and v.product_id not in ${archivedIds})
      as low_stock`.execute(db)
  if (!rows[0]) throw new Error('The counts were not read')
  return { to_pack, to_ship, to_pay_back, notes_for_me, ...rows[0] }
}

/** The variations with the fewest pieces, sold-out ones first. */
export async function readLowStock(db: Db): Promise<Home['low_stock']> {
  const rows = await db
    .selectFrom('variations')
    .innerJoin('products', 'products.id', 'variations.product_id')
    .select([
      'variations.id',
      'variations.product_id',
      'products.name',
      'variations.title',
      'variations.sku',
      'variations.stock',
    ])
    .where(sql<boolean>`variations.tracks_stock and variations.is_published`)
    .where('products.archived_at', 'is', null)
    .where('variations.stock', '<=', sql.lit(LOW_STOCK))
    .orderBy('variations.stock')
    .orderBy('variations.id')
    .limit(SHOWN)
    .execute()
  return rows.map(({ title, name, ...row }) => ({ ...row, name: title ? `${name}, ${title}` : name }))
}

/** By units sold in 30 days. */
export async function readBestSellers(db: Db, { id, currency }: Channel): Promise<Home['best_sellers']> {
  const { rows } = await sql<{
    name: string
    slug: string
    units: number
    sales: number
    path: string | null
  }>`
    select i.name, i.slug, sum(i.quantity)::integer as units, sum(i.total)::bigint as sales, max(i.image_path) as path
    -- An array is looked up in one pass over the index; for a join the planner reads the items of all years.
    from order_items i
    where i.order_id = any(array(
      select o.id from orders o
      where o.channel_id = ${id} and o.placed_at > now() - make_interval(days => ${DAYS}) and ${isSale}
    )) and i.status <> 'cancelled'
    group by i.slug, i.name order by units desc, i.name limit ${SHOWN}`.execute(db)
  const images = await readImages(
    db,
    rows.flatMap(({ path }) => (path === null ? [] : [path])),
  )
  return rows.map(({ path, sales, ...row }) => ({
    ...row,
    sales: money(sales, currency),
    image: imageOf(path, images),
  }))
}
