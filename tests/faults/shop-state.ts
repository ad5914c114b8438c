import { piecesByLocation, splitStock } from '#harness/locations.ts'
import { addPromotion } from '#server/commerce/promotions/promotion.test-support.ts'
import { type Connection, openDatabase } from '#server/platform/db/open.ts'

/** The rows of the run's shoppers in the shop's database. */
export type ShopState = Awaited<ReturnType<OpenShopState['read']>>
export type OpenShopState = ReturnType<typeof openShopState>

type PreparedStock = { plenty: number[]; scarce: number[] }

/** Opens separate connections to the shop's database, which may be killed at any time. */
export function openShopState(connection: Connection) {
  const { db, pool, close } = openDatabase({ ...connection, poolSize: 2, connectTimeoutMs: 15_000 })
  const rows = async <Row>(text: string, values: unknown[] = []) =>
    (await pool.query(text, values)).rows as Row[]

  let prepared: PreparedStock = { plenty: [], scarce: [] }
  return {
    close,

    isThere: () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),

    /** Prepares variations with ample stock and with scarce stock, each in two locations, a coupon and a promotion with a usage limit, and a promotion with a budget. */
    async prepare({ lasting, scarce, coupons }: { lasting: number; scarce: number; coupons: number }) {
      const chosen = await rows<{ id: number }>(
        `select v.id from variations v join products p on p.id = v.product_id
        where v.is_published and p.is_published and p.min_quantity = 1 and p.customisation is null
        order by v.id limit 6`,
      )
      prepared = {
        plenty: chosen.slice(0, 4).map(({ id }) => id),
        scarce: chosen.slice(4).map(({ id }) => id),
      }
      await pool.query('update variations set tracks_stock = true where id = any($1)', [
        chosen.map(({ id }) => id),
      ])
      // Of what lasts, too, the first location is sold out after a while.
      await splitStock(pool, prepared.plenty, [10, lasting - 10])
      await splitStock(pool, prepared.scarce, [scarce >> 1, scarce - (scarce >> 1)])
      await db
        .insertInto('coupons')
        .values({
          channel_id: 1,
          code: COUPON,
          title: '10% off',
          type: 'percentage',
          value: 10,
          usage_limit: coupons,
          starts_at: new Date(Date.now() - 86_400_000),
          ends_at: new Date(Date.now() + 7 * 86_400_000),
        })
        .execute()
      const combines_with = ['product', 'order', 'shipping']
      await addPromotion(db, {
        ...{ name: LIMITED, combines_with, usage_limit: coupons },
        effect: { type: 'amount', amount: 50 },
      })
      // Its last orders find less than they would take.
      await addPromotion(db, {
        ...{ name: BUDGETED, combines_with, budget: coupons * 70 + 30 },
        effect: { type: 'order_amount', amount: 70 },
      })
      return prepared
    },

    /** Moves all pending times `hours` closer. Call it only while the shop's process is stopped, so that no job runs. */
    async letPass(hours: number) {
      for (const [table, columns] of Object.entries(clocks))
        await pool.query(
          `update ${table} set ${columns.map((column) => `${column} = ${column} - $1 * interval '1 hour'`).join(', ')}`,
          [hours],
        )
    },

    /** Everything that is pending, by kind: messages, refunds, unpaid orders and their holds. */
    unfinished: () =>
      rows<{ what: string; id: string }>(
        `select 'message' as what, id::text from outbox where sent_at is null and given_up_at is null
        union all select 'refund', id::text from payment_refunds where status = 'due'
        union all select 'order', id::text from orders where status = 'pending_payment' and ${isOurs}
        union all select 'stock', order_id::text from stock_holds`,
      ),

    /** Number of jobs that are due now. */
    async due(): Promise<number> {
      const [row] = await rows<{ count: number }>(
        `select (select count(*) from outbox where sent_at is null and given_up_at is null and next_attempt_at <= now())
          + (select count(*) from payment_refunds where status = 'due' and next_attempt_at <= now())
          + (select count(*) from orders where status = 'pending_payment' and held_until <= now() and ${isOurs}) as count`,
      )
      return Number(row?.count)
    },

    async read() {
      return {
        pieces: await piecesByLocation(pool, [...prepared.plenty, ...prepared.scarce]),
        orders: await rows<{
          id: number
          order_no: string
          email: string
          status: string
          payment_status: string
          payment_method: string
          subtotal: number
          discount_total: number
          grand_total: number
          coupon_code: string | null
          /** By name of the promotion. */
          given: Record<string, number>
          review_reason: string | null
          lines_total: number
          lines_discount: number
          times_placed: number
        }>(
          `select o.id, o.order_no, o.email, o.status, o.payment_status, o.payment_method, o.subtotal, o.discount_total,
            o.grand_total, o.coupon_code, o.review_reason,
            (select coalesce(json_object_agg(name, amount), '{}') from (
              select named ->> 'name' as name, sum((named ->> 'amount')::integer) as amount
              from order_items i, jsonb_array_elements(i.adjustments) named
              where i.order_id = o.id and i.split_from is null and named ->> 'key' like 'promotion:%' group by 1
            ) named) as given,
            (select coalesce(sum(total), 0)::bigint from order_items i where i.order_id = o.id) as lines_total,
            (select coalesce(sum(discount), 0)::bigint from order_items i where i.order_id = o.id) as lines_discount,
            (select count(*) from order_events e where e.order_id = o.id and e.status = 'placed') as times_placed
          from orders o where o.${isOurs}`,
        ),
        payments: await rows<{
          id: string
          order_id: number
          gateway_payment_id: string | null
          status: string
          amount: number
          captured_amount: number
          refunded_amount: number
        }>('select * from payments'),
        outbox: await rows<{
          id: number
          channel: string
          kind: string
          order_id: number | null
          recipient: string
          sent_at: Date | null
        }>('select id, channel, kind, order_id, recipient, sent_at from outbox'),
        stock: await rows<{ id: number; stock: number; sold: number; held: number }>(
          `select v.id, v.stock,
            (select coalesce(sum(i.quantity), 0) from order_items i join orders o on o.id = i.order_id
              where i.variation_id = v.id and o.${isOurs}
                and o.status not in ('cancelled', 'payment_failed')) as sold,
            (select coalesce(sum(h.quantity), 0) from stock_holds h where h.variation_id = v.id) as held
          from variations v`,
        ),
        promotions: await rows<{
          name: string
          used_count: number
          usage_limit: number | null
          spent: number
          budget: number | null
          uses: number
          given: number
        }>(
          `select m.name, m.used_count, m.usage_limit, m.spent::integer as spent, m.budget::integer as budget,
            count(u.*)::integer as uses, coalesce(sum(u.amount), 0)::integer as given
          from promotions m left join promotion_uses u on u.promotion_id = m.id where m.name = any($1) group by m.id`,
          [[LIMITED, BUDGETED]],
        ),
        coupon: (
          await rows<{ used_count: number; usage_limit: number; uses: number }>(
            `select c.used_count, c.usage_limit,
              (select count(*) from coupon_uses u where u.coupon_id = c.id) as uses
            from coupons c where c.code = $1`,
            [COUPON],
          )
        )[0],
      }
    },
  }
}

/** The promotions with a usage limit and with a budget. */
const [LIMITED, BUDGETED] = ['Storm', 'Storm budget']

/** The coupon with a usage limit. */
export const COUPON = 'STORM10'

/** Excludes the orders of the demo shop. */
const isOurs = `email like 'shopper%@example.com'`

/** The columns that schedule or age something, by table. */
const clocks: Record<string, string[]> = {
  outbox: ['next_attempt_at', 'created_at'],
  payments: ['ask_again_at', 'created_at'],
  payment_refunds: ['next_attempt_at'],
  orders: ['held_until'],
  // Also the claims of a process that was killed, and the next runs: they last longer than a round does.
  job_records: ['retry_at'],
  job_schedules: ['due_at'],
}
