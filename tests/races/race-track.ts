import type { Insertable } from 'kysely'
import { afterAll } from 'vitest'
import { address } from '#harness/addresses.ts'
import { testDatabase } from '#harness/database.ts'
import { piecesByLocation, splitStock } from '#harness/locations.ts'
import { readStock, stockVariation } from '#harness/products.ts'
import { type PluginsChoice, switchPlugins } from '#harness/switch-plugins.ts'
import { testConfig } from '#harness/test-config.ts'
import { installedPlugins } from '#plugins/installed.server.ts'
import { restock, takeStock } from '#server/catalog/stock/change-level.ts'
import { addPromotion } from '#server/commerce/promotions/promotion.test-support.ts'
import {
  accountWith,
  activateKind,
  balanceOf,
  expectSoundLedger,
} from '#server/commerce/stored-value/stored-value.test-support.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Services, Tx } from '#server/platform/kernel/context.ts'
import { ShopError } from '#server/platform/kernel/errors.ts'
import type { Database } from '#server/platform/kernel/schema.ts'
import { migratePlugins } from '#server/shop/plugins/migrate-plugins.ts'
import { noPlugins } from '#server/shop/plugins/registry.ts'
import { type Called, openRunner, type Runner } from './runner.ts'
import { startRunnerProcess } from './runner-process.ts'

type Answer = { status: 'success' | 'error'; code?: string; message?: string; data: Record<string, never> }

type TrackOptions = {
  processes: number
  /** Undefined: no plugin is installed. */
  plugins?: PluginsChoice | undefined
}

/** The demo shop with one or more server processes, and shoppers whose calls are distributed over them. */
export async function openRaceTrack({ processes, plugins }: TrackOptions) {
  const { db, pool, connection } = await testDatabase({ seed: true })
  const config = { ...testConfig, databaseUrl: undefined }
  if (plugins) {
    await migratePlugins(connection, installedPlugins)
    await switchPlugins(db, plugins)
  }
  const setup = { config, hasPlugins: plugins !== undefined }
  const runners: Runner[] =
    processes === 1
      ? [await openRunner({ db, ...setup })]
      : await Promise.all(
          Array.from({ length: processes }, () => startRunnerProcess({ connection, ...setup })),
        )
  afterAll(() => Promise.all(runners.map((runner) => runner.close())))
  const services = { db, config, plugins: noPlugins } as unknown as Services
  let made = 0

  const runnerOf = (n: number) => runners[n % runners.length] as Runner

  /** Repeats a call that the server answered as busy, as the shop's own client does. */
  async function call(
    n: number,
    called: Called,
  ): Promise<{ answer: Answer; cookies: Record<string, string> }> {
    for (let attempt = 1; ; attempt++) {
      const { body, cookies } = await runnerOf(n).call(called)
      const answer = body as Answer
      if (answer.code !== 'UNAVAILABLE' || attempt === 20) return { answer, cookies }
    }
  }

  /** A guest with a completed checkout, whose calls go to process `at`. */
  async function guestAtPayment({ id }: { id: number }, at: number, payment_method = 'cod') {
    const cookies: Record<string, string> = {}
    made += 1
    const phone = String(9_000_000_000 + made)
    const buyer = shopperOn(at)
    await buyer.must('cart.addItem', { product_id: id, quantity: 1 })
    await buyer.must('cart.updateAddress', {
      ...address,
      phone,
      state_id: 17,
      same_as_shipping: true,
    })
    await buyer.must('cart.updateContact', { phone, email: `buyer${made}@example.com` })
    await buyer.must('cart.updatePaymentMode', { payment_method })
    return buyer

    function shopperOn(n: number) {
      const own = async (name: string, input: Record<string, unknown>) => {
        const { answer, cookies: set } = await call(n, {
          name,
          input,
          cookies,
          ip: `10.9.${made >> 8}.${made & 255}`,
        })
        Object.assign(cookies, set)
        return answer
      }
      const must = async (name: string, input: Record<string, unknown>) => {
        const answer = await own(name, input)
        if (answer.status === 'error') throw new Error(`${name}: ${answer.code} ${answer.message}`)
        return answer.data
      }
      let version: number | undefined
      /** Reads the cart's current version, which place-order requires. */
      async function look() {
        version = Number((await must('cart.get', {})).version)
      }
      async function order(): Promise<Answer> {
        if (version === undefined) await look()
        return own('checkout.placeOrder', { version, idempotency_key: crypto.randomUUID(), accept_tnc: true })
      }
      async function startPaying() {
        const { order_id, token } = (await order()).data as unknown as { order_id: number; token: string }
        const { payment_id } = (await must('checkout.processPayment', { order_id, token })) as unknown as {
          payment_id: string
        }
        return { order_id, token, payment_id }
      }
      return { call: own, must, look, order, startPaying, on: (other: number) => shopperOn(other) }
    }
  }

  return {
    db,
    services,
    guestAtPayment,

    /** Creates `size` buyers in batches of ten. */
    async crowd<Buyer>(size: number, make: (n: number) => Promise<Buyer>): Promise<Buyer[]> {
      const buyers: Buyer[] = []
      for (let n = 0; n < size; n += 10)
        buyers.push(
          ...(await Promise.all(Array.from({ length: Math.min(10, size - n) }, (_, at) => make(n + at)))),
        )
      return buyers
    },

    /** Sets the stock of an unused demo variation and returns it. */
    async product({ stock }: { stock: number }): Promise<{ id: number }> {
      return stockVariation(db, { stock, nth: taken++ })
    },

    /** Puts so many pieces of each variation into the main location and into others. @returns the locations */
    split: (variations: readonly { id: number }[], quantities: readonly number[]) =>
      splitStock(pool, variations.map(idOf), quantities),

    piecesOf: (variations: readonly { id: number }[]) => piecesByLocation(pool, variations.map(idOf)),

    /** Moves a piece between two locations (null: the main one) in two transactions, as a transfer does. @returns whether there was one */
    async move({ id }: { id: number }, from: number | null, to: number | null): Promise<boolean> {
      const piece = { variation_id: id, quantity: 1, name: 'Vase' }
      const steps = [
        (tx: Tx) => takeStock(tx, [{ ...piece, location_id: from }]),
        (tx: Tx) => restock(tx, [{ ...piece, location_id: to }]),
      ]
      for (const step of steps) {
        const changes = await inTransaction(db, step).catch((error) => {
          if (error instanceof ShopError && error.code === 'OUT_OF_STOCK') return []
          throw error
        })
        if (changes.length === 0) return false
      }
      return true
    },

    /** As the release before, which knows no locations. @returns how many pieces it got */
    async takeFromTotal({ id }: { id: number }): Promise<number> {
      const text = 'update variations set stock = stock - 1 where id = $1 and stock > 0'
      return (await pool.query(text, [id])).rowCount ?? 0
    },

    /** Resets the stock of a variation. */
    restock: ({ id }: { id: number }, stock: number) =>
      db.updateTable('variations').set({ stock }).where('id', '=', id).execute(),

    coupon: (given: Partial<Insertable<Database['coupons']>>) =>
      db
        .insertInto('coupons')
        .values({
          channel_id: 1,
          code: `RACE${++coupons}`,
          title: '10% off',
          type: 'percentage',
          value: 10,
          starts_at: new Date(Date.now() - 86_400_000),
          ends_at: new Date(Date.now() + 86_400_000),
          ...given,
        })
        .returning(['id', 'code'])
        .executeTakeFirstOrThrow(),

    /** A promotion for one product. @returns its id */
    promotion: async (variation: { id: number }, given: object) => {
      const { product_id } = await db
        .selectFrom('variations')
        .select('product_id')
        .where('id', '=', variation.id)
        .executeTakeFirstOrThrow()
      const goods = { is_for_everything: false, products: [product_id] }
      return addPromotion(db, { combines_with: ['product', 'order', 'shipping'], goods, ...given })
    },

    /** An account of stored value, on the cart of every buyer with this product. @returns its id */
    async valueOnCarts(amount: number, variation: { id: number }) {
      await activateKind(pool)
      const account = await accountWith(db, amount)
      await pool.query(
        'insert into cart_values (cart_id, account_id) select cart_id, $1 from cart_items where variation_id = $2',
        [account, variation.id],
      )
      return account
    },

    /** What orders have of an account, with a sound ledger. */
    async paidBy(account: number) {
      await expectSoundLedger(pool)
      const { rows } = await pool.query<{ paid: number }>(
        "select coalesce(sum(captured_amount - refunded_amount), 0)::integer as paid from payments where value_account_id = $1 and status = 'paid'",
        [account],
      )
      return { paid: rows[0]?.paid, left: await balanceOf(pool, account) }
    },

    /** What a promotion counts, beside what its orders have of it. */
    async givenBy(id: number) {
      const { rows } = await pool.query(
        `select m.used_count, m.spent::integer as spent, count(u.*)::integer as uses, coalesce(sum(u.amount), 0)::integer as given,
          count(*) filter (where o.status = 'cancelled')::integer as cancelled
        from promotions m left join promotion_uses u on u.promotion_id = m.id left join orders o on o.id = u.order_id
        where m.id = $1 group by m.id`,
        [id],
      )
      return rows[0]
    },

    /** Sends a webhook and repeats it as long as the shop asks for a retry. */
    async sendWebhook(n: number, body: string, headers: Record<string, string>): Promise<number> {
      for (let attempt = 1; ; attempt++) {
        const status = await runnerOf(n).webhook({ body, headers })
        if (status !== 503 || attempt === 20) return status
      }
    },

    stockOf: (variation: { id: number }) => readStock(db, variation),

    async soldOf({ id }: { id: number }) {
      const { sold } = await db
        .selectFrom('order_items')
        .where('variation_id', '=', id)
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('quantity'), eb.lit(0)).as('sold'))
        .executeTakeFirstOrThrow()
      return Number(sold)
    },

    async usesOf({ id, code }: { id: number; code: string }) {
      const { used_count: counted } = await db
        .selectFrom('coupons')
        .select('used_count')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const held = await db.selectFrom('coupon_uses').select('order_id').where('coupon_id', '=', id).execute()
      const orders = await db.selectFrom('orders').select('id').where('coupon_code', '=', code).execute()
      return { counted, held: held.length, orders: orders.length }
    },

    /** Orders whose lines do not add up to their totals. */
    async ordersThatDoNotAddUp() {
      const rows = await db
        .selectFrom('orders')
        .innerJoin('order_items', 'order_items.order_id', 'orders.id')
        .groupBy('orders.id')
        .select((eb) => [
          'orders.order_no',
          'orders.subtotal',
          'orders.discount_total',
          eb.fn.sum<number>('order_items.total').as('lines'),
          eb.fn.sum<number>('order_items.discount').as('discounts'),
        ])
        .execute()
      return rows.filter(
        ({ subtotal, discount_total, lines, discounts }) =>
          Number(lines) !== subtotal - discount_total || Number(discounts) !== discount_total,
      )
    },

    async paymentStory(order_id: number, payment_id: string) {
      const order = await db
        .selectFrom('orders')
        .select('status')
        .where('id', '=', order_id)
        .executeTakeFirstOrThrow()
      const payments = await db
        .selectFrom('payments')
        .select('status')
        .where('order_id', '=', order_id)
        .execute()
      const ledger = await db
        .selectFrom('test_gateway_payments')
        .select(['captures', 'refunded'])
        .where('reference', '=', payment_id)
        .executeTakeFirstOrThrow()
      const messages = await db
        .selectFrom('outbox')
        .select(['channel', 'kind'])
        .where('order_id', '=', order_id)
        .orderBy('channel')
        .execute()
      return {
        order: order.status,
        payments: payments.map(({ status }) => status),
        captures: ledger.captures,
        refunded: Number(ledger.refunded),
        messages: messages.map(({ channel, kind }) => `${channel} ${kind}`),
      }
    },
  }
}

const idOf = ({ id }: { id: number }) => id
let taken = 0
let coupons = 0
