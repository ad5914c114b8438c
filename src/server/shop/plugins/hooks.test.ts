import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'
import { newPerson } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { makeProduct } from '#harness/products.ts'
import { ok } from '#harness/reply.ts'
import { importInto } from '#server/catalog/importing/import-shop.test-support.ts'
import { copyProduct } from '#server/catalog/products/editing/copy-product.ts'
import { approveRefund } from '#server/commerce/orders/decide-refund.ts'
import { markReturned } from '#server/commerce/orders/mark-returned.ts'
import { payRefund } from '#server/commerce/orders/pay-refund.ts'
import { markDelivered } from '#server/commerce/orders/shipping/add-scan.ts'
import { confirmPayment } from '#server/commerce/orders/shipping/confirm-payment.ts'
import { shipOrder } from '#server/commerce/orders/shipping/ship-order.ts'
import { commandLineActor } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { startJobs } from '#server/platform/jobs/start-jobs.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import type { HookName, HookPayloads } from '#server/platform/kernel/plugin.ts'
import { defineServerPlugin } from './define-server-plugin.ts'
import { writePlugin } from './editing/write-plugin.ts'

const names: readonly HookName[] = [
  'order.placed',
  'order.paid',
  'order.cancelled',
  'order.delivered',
  'refund.requested',
  'refund.completed',
  'customer.registered',
  'customer.merged',
  'customer.erased',
  'product.changed',
  'product.copied',
]

type Called = { name: string; payload: unknown; config: unknown }
const called: Called[] = []
let onCall: (name: HookName, tx: Tx) => Promise<void> = async () => {}
const jobRuns: Called[] = []

const recorder = defineServerPlugin(
  definePlugin({
    module_name: 'Recorder',
    title: 'Recorder',
    description: 'A test plugin',
    icon: 'list',
    config: z.object({ word: z.string().default('Hello') }),
  }),
  {
    apiVersion: 1,
    hooks: {
      ...Object.fromEntries(
        names.map((name) => [
          name,
          async (payload: unknown, { tx, config }: { tx: Tx; config: unknown }) => {
            called.push({ name, payload, config })
            await onCall(name, tx)
          },
        ]),
      ),
      'order.placed.job': async (payload, { config }) =>
        void jobRuns.push({ name: 'order.placed.job', payload, config }),
    },
  },
)

const shop = withOrders(await openShop({ seed: true, plugins: [recorder] }))
const { db, pool, services } = shop

async function activate(is_active: boolean) {
  await writePlugin(db, [recorder], { module_name: 'Recorder', is_active })
  await services.changes.catchUp()
}

beforeEach(() => {
  called.length = 0
  onCall = async () => {}
})

const orderRow = (id: number) =>
  db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const countOrders = async () =>
  (
    await db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

type Case = { act: () => Promise<unknown>; isWritten: () => Promise<boolean>; payload: object }
let files = 0

/** For each hook a write that is ready to be made, and how to tell whether it was. */
const cases: { [Name in HookName]: () => Promise<Case & { payload: Partial<HookPayloads[Name]> | object }> } =
  {
    async 'order.placed'() {
      const shopper = await shop.guestAtPayment(await shop.productWith(5), 'cod')
      const before = await countOrders()
      return {
        act: () => shopper.order(),
        isWritten: async () => (await countOrders()) > before,
        payload: { order_id: expect.any(Number) },
      }
    },

    async 'order.paid'() {
      const { order_id, order_no } = await shop.orderOf({ method: 'bank_transfer' })
      return {
        act: () => confirmPayment(services, order_no),
        isWritten: async () => (await orderRow(order_id)).payment_status === 'paid',
        payload: { order_id },
      }
    },

    async 'order.cancelled'() {
      const { order_id, order_no, api } = await shop.orderOf()
      return {
        act: () => api.orders.cancel({ order_no, reason: 'other' }),
        isWritten: async () => (await orderRow(order_id)).status === 'cancelled',
        payload: { order_id },
      }
    },

    async 'order.delivered'() {
      const { order_id, order_no } = await shop.orderOf({ method: 'bank_transfer' })
      await confirmPayment(services, order_no)
      const waybill = await shipOrder(services, {
        order_no,
        courier: 'Test',
        waybill: `WB${String(order_id).padStart(8, '0')}`,
      })
      return {
        act: () => markDelivered(services, waybill),
        isWritten: async () => (await orderRow(order_id)).status === 'delivered',
        payload: { order_id },
      }
    },

    async 'refund.requested'() {
      const { api, order_id, order_no, read } = await shop.deliveredOrder()
      const item_id = (await read()).productchannel[0]?.id ?? 0
      return {
        act: () =>
          api.orders.refundRequest({ order_no, items: [{ item_id, quantity: 1, reason: 'damaged' }] }),
        isWritten: async () => (await orderRow(order_id)).status === 'refund_requested',
        payload: { order_id, refund_id: expect.any(Number) },
      }
    },

    async 'refund.completed'() {
      const { api, order_id, order_no, read } = await shop.deliveredOrder()
      const item_id = (await read()).productchannel[0]?.id ?? 0
      const { refund_no } = ok(
        await api.orders.refundRequest({ order_no, items: [{ item_id, quantity: 1, reason: 'damaged' }] }),
      )
      await approveRefund(services, { refund_no })
      await markReturned(services, { refund_no })
      return {
        act: () => payRefund(services, { refund_no }),
        isWritten: async () => (await orderRow(order_id)).status === 'refunded',
        payload: { order_id, refund_id: expect.any(Number) },
      }
    },

    async 'customer.registered'() {
      const guest = shop.guest()
      const person = { ...newPerson(), email: `new-${++files}@example.com` }
      return {
        act: () => guest.api.auth.register(person),
        isWritten: () => customerExists(person.email),
        payload: { customer_id: expect.any(Number) },
      }
    },

    async 'customer.merged'() {
      const person = { ...newPerson(), email: `merged-${++files}@example.com` }
      const { user } = ok(await shop.guest().api.auth.register(person))
      const guest = shop.guest()
      const { id } = ok(await guest.api.cart.addItem(await makeProduct(db)))
      called.length = 0
      return {
        act: () => guest.api.auth.login({ email: person.email, password: person.password }),
        isWritten: async () =>
          (
            await db
              .selectFrom('carts')
              .select('customer_id')
              .where('id', '=', id ?? 0)
              .executeTakeFirst()
          )?.customer_id === user.id,
        payload: { customer_id: user.id, cart_id: id, guest_cart_id: id, order_id: null },
      }
    },

    async 'customer.erased'() {
      const person = { ...newPerson(), email: `erased-${++files}@example.com` }
      const { api } = shop.guest()
      const { user } = ok(await api.auth.register(person))
      ok(await api.account.reauthenticate({ password: person.password }))
      called.length = 0
      return {
        act: () => api.account.deleteAccount(),
        isWritten: async () => !(await customerExists(person.email)),
        payload: { customer_id: user.id },
      }
    },

    async 'product.changed'() {
      const slug = `hooked-pen-${++files}`
      const file = join(tmpdir(), `vitrine-hooks-${process.pid}-${files}.csv`)
      await writeFile(file, `Handle,Title,Variant SKU,Variant Price\n${slug},Pen,${slug},5\n`)
      return {
        act: () =>
          importInto(db, {
            plugins: services.plugins,
            file,
            files: services.files,
            storeUrl: 'https://shop.example',
            isDryRun: false,
          }),
        isWritten: async () =>
          (await db.selectFrom('products').select('id').where('slug', '=', slug).execute()).length > 0,
        payload: { product_ids: [expect.any(Number)] },
      }
    },

    async 'product.copied'() {
      const { product_id: variationId } = await makeProduct(db)
      const { id, slug } = await db
        .selectFrom('products')
        .innerJoin('variations', 'variations.product_id', 'products.id')
        .select(['products.id', 'products.slug'])
        .where('variations.id', '=', variationId)
        .executeTakeFirstOrThrow()
      const editing = { actor: commandLineActor(), plugins: services.plugins }
      return {
        act: () => inTransaction(db, (tx) => copyProduct(tx, id, editing)),
        isWritten: async () =>
          (await db.selectFrom('products').select('id').where('slug', '=', `${slug}-copy`).execute()).length >
          0,
        payload: { product_id: id, copy_id: expect.any(Number) },
      }
    },
  }

const customerExists = async (email: string) =>
  (await db.selectFrom('customers').select('id').where('email', '=', email).execute()).length > 0

test.for(names)('%s is not called while the plugin is inactive', async (name) => {
  await activate(false)
  const { act, isWritten } = await cases[name]()

  await act()

  expect(await isWritten()).toBe(true)
  expect(called).toEqual([])
})

test.for(names)('%s undoes the write when the hook throws', async (name) => {
  await activate(true)
  const { act, isWritten } = await cases[name]()
  onCall = async (current) => {
    if (current === name) throw new Error('The hook fails')
  }

  await act().catch(() => {})

  expect(called.map((call) => call.name)).toContain(name)
  expect(await isWritten()).toBe(false)
})

test.for(names)('%s is called once, with its payload and the configuration', async (name) => {
  await activate(true)
  const { act, isWritten, payload } = await cases[name]()

  await act()

  expect(await isWritten()).toBe(true)
  expect(called.filter((call) => call.name === name)).toEqual([{ name, payload, config: { word: 'Hello' } }])
})

test('order.placed and order.paid are called when the payment of an order arrives, not at the checkout', async () => {
  await activate(true)
  const shopper = await shop.guestAtPayment(await shop.productWith(5))
  const { order_id, payment_id } = await shopper.startPaying()
  const orderHooks = () => called.filter(({ name }) => name.startsWith('order.'))
  expect(orderHooks()).toEqual([])

  await shop.choose(payment_id, 'pay')
  await vi.waitFor(async () => expect((await orderRow(order_id)).payment_status).toBe('paid'), 20_000)

  expect(orderHooks()).toMatchObject([
    { name: 'order.placed', payload: { order_id } },
    { name: 'order.paid', payload: { order_id } },
  ])
})

test('a hook sees the write in its transaction', async () => {
  await activate(true)
  const { act } = await cases['customer.registered']()
  let isSeen = false
  onCall = async (name, tx) => {
    const payload = called.at(-1)?.payload
    if (name !== 'customer.registered' || !payload) return
    const { customer_id } = payload as HookPayloads['customer.registered']
    const inside = await tx.selectFrom('customers').select('id').where('id', '=', customer_id).execute()
    const outside = await db.selectFrom('customers').select('id').where('id', '=', customer_id).execute()
    isSeen = inside.length === 1 && outside.length === 0
  }

  await act()

  expect(isSeen).toBe(true)
})

test('a job hook runs after the write of an active plugin, and leaves nothing in the queue otherwise', async () => {
  const queued = async () =>
    (
      await pool.query<{ payload: { order_id: number } }>(
        `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'recorder.on-order-placed'`,
      )
    ).rows
  await pool.query(`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`)
  const inactive = await cases['order.placed']()
  await activate(false)
  await inactive.act()
  const undone = await cases['order.placed']()
  await activate(true)
  onCall = async () => {
    throw new Error('The hook fails')
  }
  await undone.act()
  expect(await queued()).toEqual([])
  onCall = async () => {}

  const { order_id } = ok(await (await shop.guestAtPayment(await shop.productWith(5), 'cod')).order())
  expect(await queued()).toEqual([{ payload: { order_id } }])

  const jobs = await startJobs({ services, jobs: recorder.jobs, pool })
  await vi
    .waitFor(
      () =>
        expect(jobRuns).toEqual([
          { name: 'order.placed.job', payload: { order_id }, config: { word: 'Hello' } },
        ]),
      20_000,
    )
    .finally(() => jobs.stop())
})
