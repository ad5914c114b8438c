import { type RawBuilder, sql } from 'kysely'
import { type ReportName, restKeys } from '#contract/admin/report-names.ts'
import type { Figures } from '#contract/admin/reports.ts'
import { isSale } from '#server/commerce/buyers/order-sql.ts'
import { startOfDay } from '#server/platform/kernel/list-page.ts'

/**
 * What the reports add up. There is one definition of each figure, here; the stored months and every screen, card and file use it.
 *
 * - **orders**: orders that were placed, by the day of placing (an online payment: the day it arrived). Not those that were never paid or
 *   were cancelled as a whole. A replacement sent free of charge is no order; the new order of an exchange is one.
 * - **items**: pieces of these orders. Cancelled pieces are left out, also when they are cancelled later; pieces of replacements too.
 * - **gross**: their prices before any discount. With tax where the prices of the channel contain it.
 * - **discount**: coupons and discounts of staff. What a replacement takes off its own prices is no discount.
 * - **charges**: delivery and fees of payment methods.
 * - **tax**: the tax in the sales: contained in the prices, or on top of them.
 * - **sales**: what customers pay: gross − discount + charges, and the tax where it is on top. It is the sum of the totals of the orders.
 * - **refunds**: returns and allowances by the day on which they were refunded, whatever the day of the order. The value that a return
 *   moves to the new order of an exchange is in it, as the new order is in the sales. At most the total of the order: money that was given
 *   back for pieces that were cancelled afterwards is no longer in the sales either.
 * - **returned**, **returned_tax**: the pieces of these returns, and the tax that was in their prices, less that of discounts which the
 *   rest of the order loses by them. Such a discount is a sale of the line that stays: it lessens the refunds of its row.
 * - **cost**: what the pieces cost the shop when they were ordered, where that was known, less those that returned and went back into
 *   stock. Pieces of replacements are in it.
 * - **costed**: the sales without tax of the lines whose cost is known, less their returns. costed − cost is the margin.
 *
 * The report of taxes by country counts documents instead: **sales** and **tax** are those of invoices, **refunds** and **returned_tax** those
 * of credit notes, each as it was issued and on that day.
 *
 * Net sales are sales − refunds. Days are days of the channel's time zone. All amounts are minor units of the channel's currency.
 */
export const figureNames = [
  'orders',
  'items',
  'gross',
  'discount',
  'charges',
  'tax',
  'sales',
  'refunds',
  'returned',
  'returned_tax',
  'cost',
  'costed',
] as const satisfies readonly (keyof Figures)[]

/** Days of a channel, `until` left out. Minus one: what is in them is subtracted. */
export type Piece = { from: string; until: string; sign: 1 | -1 }
export type ReportChannel = { id: number; timeZone: string }

/** A row of a report is what has the same key. `o` is the order, `i` the line, `x` the line of a return, `b` the refund. */
type Keys = {
  /** Of a line, and of a returned line. */
  line: RawBuilder<unknown>
  label: RawBuilder<unknown>
  /** Of delivery and fees. */
  charges: RawBuilder<unknown>
  /** Of what a refund has beyond its lines. */
  rest: RawBuilder<unknown>
}
const ofLines = (line: RawBuilder<unknown>, label: RawBuilder<unknown>): Keys => ({
  line,
  label,
  charges: sql`${sql.lit(restKeys.charges)}`,
  rest: sql`${sql.lit(restKeys.refunds)}`,
})

type Source =
  /** By a key of the order. Lines are not read. */
  | {
      by: 'order'
      key: RawBuilder<unknown>
      label: RawBuilder<unknown>
      /** A join to what an order may have several of: it is then in several rows. */
      each?: RawBuilder<unknown>
      /** What such a row took off; by default all that was taken off the order. */
      discount?: RawBuilder<unknown>
    }
  | ({ by: 'line'; onlyRefunds?: true } & Keys)
  | { by: 'day' }
  | { by: 'document' }

const none = sql`''`
/** Lines that staff wrote without a product are one row. */
const nameOfLine = sql`case when i.slug = '' then 'Without a product' else i.name end`
const address = (name: string) => sql`coalesce(o.shipping_address ->> ${sql.lit(name)}, '')`
/** Codes of the same coupon are one. */
const coupon = sql`coalesce((select coalesce(p.code, c.code) from coupons c left join coupons p on p.id = c.parent_id
  where c.channel_id = o.channel_id and c.code = o.coupon_code), o.coupon_code, '')`
const allowance = sql`case b.kind when 'allowance' then 'allowance:' || b.reason else ${sql.lit(restKeys.refunds)} end`

/** The reports whose months are stored. The one of channels is the sum of the days of each. */
export const sources: Record<Exclude<ReportName, 'channel'>, Source> = {
  days: { by: 'day' },
  product: { by: 'line', ...ofLines(sql`i.slug`, nameOfLine) },
  variation: { by: 'line', ...ofLines(sql`i.sku`, nameOfLine) },
  category: { by: 'line', ...ofLines(sql`i.category`, sql`i.category`) },
  tax: {
    by: 'line',
    ...ofLines(sql`i.tax_rate::text`, none),
    charges: sql`s.charges_tax_rate::text`,
  },
  tax_country: { by: 'document' },
  returns: {
    by: 'line',
    onlyRefunds: true,
    ...ofLines(sql`'return:' || x.reason`, none),
    rest: allowance,
  },
  coupon: { by: 'order', key: coupon, label: none },
  promotion: {
    by: 'order',
    each: sql`left join (promotion_uses u join promotions m on m.id = u.promotion_id) on u.order_id = o.id`,
    key: sql`coalesce(m.id::text, '')`,
    label: sql`coalesce(m.name, '')`,
    discount: sql`coalesce(u.amount, o.discount_total)`,
  },
  source: { by: 'order', key: sql`o.source`, label: none },
  payment: { by: 'order', key: sql`o.payment_method`, label: sql`o.payment_method_name` },
  state: { by: 'order', key: address('state_name'), label: none },
  town: { by: 'order', key: sql`lower(trim(${address('city')}))`, label: sql`trim(${address('city')})` },
  pincode: { by: 'order', key: sql`upper(replace(${address('postcode')}, ' ', ''))`, label: none },
  customers: {
    by: 'order',
    // A value, because the planner reads all first orders for an `exists`.
    key: sql`coalesce((select 'new' from first_orders f where f.order_id = o.id), 'returning')`,
    label: none,
  },
}

/** Counts up with each report: months that were stored before have no rows of it. */
export const REPORTS_VERSION = 3

type Amounts = Partial<Record<keyof Figures, RawBuilder<unknown>>>

/** SQL: the columns of a fact. */
const columns = (key: RawBuilder<unknown>, label: RawBuilder<unknown>, amounts: Amounts, sign: 1 | -1) =>
  sql`${key} as key, ${label} as label, ${sql.join(
    figureNames.map((name) => {
      const amount = amounts[name]
      return amount
        ? sql`${sql.lit(sign)} * (${amount})::bigint as ${sql.ref(name)}`
        : sql`0::bigint as ${sql.ref(name)}`
    }),
  )}`

/** SQL: to be executed before `factsOf`, which writes days as texts by a cast. */
export const daysAsIso = sql`set local datestyle = 'ISO'`

/** SQL: the facts of a report in some days, with one or more rows for a key: `key`, `label` and the figures. */
export function factsOf(
  report: keyof typeof sources,
  channel: ReportChannel,
  piece: Piece,
): RawBuilder<unknown> {
  const source = sources[report]
  if (source.by === 'order') return orderFacts(source, channel, piece)
  if (source.by === 'document') return documentFacts(channel, piece)
  const day = sql`(moment at time zone ${channel.timeZone})::date::text`
  const keys: Keys =
    source.by === 'day' ? { line: sql`s.day`, label: none, charges: sql`s.day`, rest: sql`b.day` } : source
  const returnedKey = source.by === 'day' ? sql`b.day` : keys.line
  const dayColumn = source.by === 'day' ? sql`${day} as day` : sql`null::text as day`
  const hasSales = !(source.by === 'line' && source.onlyRefunds)
  const { sign } = piece
  const sold = sql`
    select ${columns(
      keys.line,
      keys.label,
      {
        items: sql`case when s.is_replacement then 0 else i.quantity end`,
        gross: sql`case when s.is_replacement then i.total else i.unit_price * i.quantity end`,
        discount: sql`case when s.is_replacement then 0 else i.discount end`,
        tax: sql`i.tax`,
        sales: sql`i.total + case when s.is_tax_included then 0 else i.tax end`,
        cost: sql`coalesce(i.cost * i.quantity, 0)`,
        costed: sql`case when i.cost is null then 0 else i.total - case when s.is_tax_included then i.tax else 0 end end`,
      },
      sign,
    )}
    from order_items i join sale s on s.id = i.order_id
    -- An array is looked up in one pass over the index; for a join the planner reads the items of all years.
    where i.order_id = any(array(select id from sale)) and i.status <> 'cancelled'
    union all
    select ${columns(
      keys.charges,
      none,
      {
        orders: sql`case when s.is_replacement then 0 else 1 end`,
        charges: sql`s.charges`,
        tax: sql`s.charges_tax`,
        sales: sql`s.charges + case when s.is_tax_included then 0 else s.charges_tax end`,
      },
      sign,
    )} from sale s
    union all`
  return sql`(
    with sale as materialized (
      select o.id, o.is_tax_included, d.replaces_order_id is not null as is_replacement, o.shipping_total + o.payment_fee as charges,
        o.shipping_tax + o.payment_fee_tax as charges_tax, o.charges_tax_rate, ${dayColumn}
      from orders o left join order_discounts d on d.order_id = o.id cross join lateral (select o.placed_at as moment) m
      where ${sql.lit(hasSales)} and o.channel_id = ${channel.id} and ${within('o.placed_at', channel, piece)} and ${isSale}
    ),
    back as materialized (
      select b.*, ${dayColumn} from ${refundsOf(channel, piece)} b cross join lateral (select b.refunded_at as moment) m
    ),
    line_back as materialized (
      select b.*, x.reason as line_reason, i.id as item_id, x.restocked_quantity, i.total + case when b.is_tax_included then 0 else i.tax end as value
      from back b join refund_items x on x.refund_id = b.id join order_items i on i.id = x.order_item_id
    ),
    line_more as materialized (
      select b.*, c.item_id, c.tax, c.amount + case when b.is_tax_included then 0 else c.tax end as value
      from back b join refunds r on r.id = b.id
      cross join lateral jsonb_to_recordset(r.benefit_changes) c(item_id bigint, amount bigint, tax bigint)
    )
    ${hasSales ? sold : sql``}
    select ${columns(
      returnedKey,
      keys.label,
      {
        refunds: sql`b.value`,
        returned: sql`i.quantity`,
        returned_tax: sql`i.tax`,
        cost: sql`-coalesce(i.cost * b.restocked_quantity, 0)`,
        costed: sql`case when i.cost is null then 0 else case when b.is_tax_included then i.tax else 0 end - i.total end`,
      },
      sign,
    )} from line_back b join order_items i on i.id = b.item_id cross join lateral (select b.line_reason as reason) x
    union all
    select ${columns(
      hasSales ? returnedKey : keys.rest,
      keys.label,
      {
        refunds: sql`-b.value`,
        returned_tax: sql`-b.tax`,
        costed: sql`case when i.cost is null then 0 else b.value - b.tax end`,
      },
      sign,
    )} from line_more b join order_items i on i.id = b.item_id
    union all
    select ${columns(
      keys.rest,
      none,
      {
        refunds: sql`b.counted - coalesce((select sum(l.value) from line_back l where l.id = b.id), 0)
      + coalesce((select sum(l.value) from line_more l where l.id = b.id), 0)`,
      },
      sign,
    )}
    from back b
  )`
}

function orderFacts(
  { key, label, each = sql``, discount = sql`o.discount_total` }: Extract<Source, { by: 'order' }>,
  channel: ReportChannel,
  piece: Piece,
): RawBuilder<unknown> {
  const { sign } = piece
  return sql`(
    select ${columns(
      key,
      label,
      {
        orders: sql`case when d.replaces_order_id is null then 1 else 0 end`,
        gross: sql`o.subtotal - case when d.replaces_order_id is null then 0 else o.discount_total end`,
        discount: sql`case when d.replaces_order_id is null then ${discount} else 0 end`,
        charges: sql`o.shipping_total + o.payment_fee`,
        tax: sql`o.tax_total`,
        sales: sql`o.grand_total`,
      },
      sign,
    )}
    from orders o left join order_discounts d on d.order_id = o.id ${each}
    where o.channel_id = ${channel.id} and ${within('o.placed_at', channel, piece)} and ${isSale}
    union all
    select ${columns(key, label, { refunds: sql`b.counted` }, sign)}
    from ${refundsOf(channel, piece)} b join orders o on o.id = b.order_id ${each}
  )`
}

/**
 * Documents never change, so that a stored month of them stays right. What their lines lack of the total is taxed at no rate. Of a
 * document that was issued without it, the country is that of the order's address.
 */
const documentFacts = (channel: ReportChannel, piece: Piece) => sql`(
  select ${columns(
    sql`coalesce(c.code, '') || ' ' || l.rate`,
    sql`coalesce(c.name, '')`,
    {
      sales: sql`l.total * d.invoiced`,
      tax: sql`l.tax * d.invoiced`,
      refunds: sql`l.total * (1 - d.invoiced)`,
      returned_tax: sql`l.tax * (1 - d.invoiced)`,
    },
    piece.sign,
  )}
  from (
    select order_id, document, 1 as invoiced from invoices where ${within('issued_at', channel, piece)}
    union all
    select coalesce(r.order_id, s.order_id), n.document, 0 from credit_notes n
    left join refunds r on r.id = n.refund_id left join shipments s on s.id = n.shipment_id
    where ${within('n.issued_at', channel, piece)}
  ) d join orders o on o.id = d.order_id and o.channel_id = ${channel.id}
  join channels h on h.id = o.channel_id
  left join countries c on case when d.document ? 'destination' then c.code = d.document ->> 'destination'
    else c.id = coalesce((o.shipping_address ->> 'country_id')::integer, h.country_id) end
  cross join lateral (
    select rate, sum(tax) as tax, sum(total) as total from (
      select rate, tax, total from jsonb_to_recordset(d.document -> 'lines') line(rate integer, tax bigint, total bigint)
      union all
      select 0, 0, (d.document ->> 'total')::bigint - sum((line ->> 'total')::bigint) from jsonb_array_elements(d.document -> 'lines') line
    ) lines group by rate
  ) l
)`

/** SQL: the refunds of these days, each with the amount that counts: the refunds of an order, in their order, up to its total. */
const refundsOf = (channel: ReportChannel, piece: Piece) => sql`(
  select r.id, r.order_id, r.kind, r.reason, r.refunded_at, o.is_tax_included,
    greatest(0, least(r.amount, case when ${isSale} then o.grand_total else 0 end - coalesce((
      select sum(e.amount) from refunds e
      where e.order_id = r.order_id and e.status = 'refunded' and (e.refunded_at, e.id) < (r.refunded_at, r.id)
    ), 0)))::bigint as counted
  from refunds r join orders o on o.id = r.order_id
  where r.status = 'refunded' and ${within('r.refunded_at', channel, piece)} and o.channel_id = ${channel.id}
)`

const within = (column: string, { timeZone }: ReportChannel, { from, until }: Piece) =>
  sql`${sql.ref(column)} >= ${startOfDay(from, timeZone)} and ${sql.ref(column)} < ${startOfDay(until, timeZone)}`
