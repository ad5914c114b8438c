import { setTimeout as sleep } from 'node:timers/promises'
import { parseSetCookie } from 'cookie'
import type { Reply } from '#contract/envelope.ts'
import type { Guest } from '#harness/guest.ts'
import { ok } from '#harness/reply.ts'
import { adminApiOf, sendForm } from '#harness/staff.ts'
import { insertLoginLink } from '#server/people/staff/login-link.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { isUnavailable } from '#server/platform/kernel/unavailable.ts'
import { driverAddress, type Host } from './network.ts'
import { send } from './shop-hosts.ts'

const IMPORTED = 150
const BATCH = 30
/** Above the numbers of the run's shoppers. */
const FIRST_NUMBER = 60_000
/** Until then a shared cache has to show a change, when all hosts are well. */
const SEEN_WITHIN_MS = 5_000
const WATCHED = ['moon-vase', 'milk-jug']

/** Buys as a shopper of the run does. */
type Buy = (plan: {
  number: number
  email: string
  product_id: number
  quantity: number
  method: 'cod'
  hasCoupon: boolean
  pays: 'comes back'
  pressesTwice: boolean
}) => Promise<{ orders: { order_id: number }[]; refusal: string | null }>

/** A price that the shop has confirmed. Prices only rise, so a page shows how old it is. */
type Edit = { slug: string; rupees: number; at: number }

/**
 * Staff of the shop, who change prices, import files and ship orders while hosts fail, and readers of the pages with these prices.
 * What goes wrong is in `problems`.
 */
export async function openMerchant({
  url,
  databaseUrl,
  buy,
}: {
  url: string
  databaseUrl: string
  buy: Buy
}) {
  const { db, pool, close } = openDatabase({ connectionString: databaseUrl, connectTimeoutMs: 15_000 })
  /** Waits for the database, whose host may have lost its power. */
  async function read<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    for (;;) {
      try {
        return (await pool.query(text, values)).rows
      } catch (error) {
        if (!isUnavailable(error)) throw error
        await sleep(300)
      }
    }
  }
  const problems: string[] = []
  const edits: Edit[] = []
  const reads: { at: number; oldForMs: number }[] = []
  const totals = { edits: 0, imports: 0, shipped: 0 }
  let isOver = false
  let batch = 0

  const { admin, upload } = openBackOffice(url)
  const { id: staffId } = await db.selectFrom('staff').select('id').orderBy('id').executeTakeFirstOrThrow()
  const { token } = await insertLoginLink(db, { staffId })
  ok(await admin.adminSession.byLink({ token }))

  async function changePrices() {
    const rows = await read<{ id: number; slug: string }>(
      'select id, slug from products where slug = any($1)',
      [WATCHED],
    )
    for (let turn = 0; !isOver; turn += 1) {
      const { id, slug } = rows[turn % rows.length] ?? { id: 0, slug: '' }
      const rupees = 1_000 + turn
      const found = await admin.adminProducts.get({ id })
      if (found.status === 'success') {
        const { version, values } = found.data
        const variations = values.variations.map((one) => ({
          ...one,
          mrp: null,
          selling_price: rupees * 100,
        }))
        const saved = await admin.adminProducts.update({ id, version, values: { ...values, variations } })
        if (saved.status === 'success') {
          edits.push({ slug, rupees, at: Date.now() })
          totals.edits += 1
        }
      }
      await sleep(1_000)
    }
  }

  /** Milliseconds since the page of a product is old, for one that was read from a moment on; 0 if it is not. */
  function ageOf(slug: string, page: string, from: number): number {
    const shown = priceOn(page)
    const missed = edits.find((edit) => edit.slug === slug && edit.rupees > shown && edit.at < from)
    return missed ? from - missed.at : 0
  }

  async function readPrices(slug: string) {
    while (!isOver) {
      const at = Date.now()
      const { status, text } = await send(`${url}/product/${slug}`, { from: '10.6.0.1' })
      if (status === 200) reads.push({ at, oldForMs: ageOf(slug, text, at) })
      await sleep(250)
    }
  }

  /** The state of an import once it is none of these; a reply that is lost is read again. */
  async function importAfter(id: number, states: readonly string[]): Promise<string> {
    for (let tries = 0; tries < 600; tries += 1) {
      const found = await admin.adminProductImports.get({ id: String(id) })
      if (found.status === 'success' && !states.includes(found.data.state))
        return found.data.error ? `${found.data.state}: ${found.data.error}` : found.data.state
      await sleep(300)
    }
    return 'not over after three minutes'
  }

  async function importFile(turn: number) {
    const rows = Array.from(
      { length: IMPORTED },
      (_, at) => `hosts-${at},Imported ${at},hosts-${at},${1_000 + turn}`,
    )
    const csv = new File([['slug,name,sku,price', ...rows].join('\n')], 'hosts.csv', { type: 'text/csv' })
    const { body } = await upload('/api/admin/product-imports', csv)
    const sent = body as Reply<{ id: number }>
    if (sent.status === 'error') return
    const { id } = sent.data
    const checked = await importAfter(id, ['checking'])
    if (checked !== 'checked') return void problems.push(`Import ${id} was not checked: ${checked}`)
    // Repeated when its reply was lost; then it is already applied.
    while ((await importAfter(id, [])) === 'checked') {
      if (isOver) return
      await admin.adminProductImports.apply({ id: String(id) })
    }
    const applied = await importAfter(id, ['checked', 'applying'])
    if (applied !== 'done') return void problems.push(`Import ${id} was not applied: ${applied}`)
    const found = await read<{ slug: string }>(
      `select p.slug from products p join variations v on v.product_id = p.id join prices c on c.variation_id = v.id
      where p.slug like 'hosts-%' and c.selling_price = $1`,
      [(1_000 + turn) * 100],
    )
    if (new Set(found.map(({ slug }) => slug)).size !== IMPORTED || found.length !== IMPORTED)
      problems.push(`Import ${id} left ${found.length} of ${IMPORTED} products with its price`)
    totals.imports += 1
  }

  async function importFiles() {
    for (let turn = 0; !isOver; turn += 1) {
      await importFile(turn).catch((error: Error) => problems.push(`An import failed: ${error.message}`))
      await sleep(2_000)
    }
  }

  const shippedOf = async (id: number) => {
    const rows = await read<{ done: string }>(
      'select count(*) as done from order_batch_items where batch_id = $1 and done_at is not null',
      [id],
    )
    return Number(rows[0]?.done)
  }

  const work = [changePrices(), ...WATCHED.map(readPrices), importFiles()]
  return {
    problems,
    totals,
    /** Resolves while an import is being written. */
    async isImporting() {
      for (;;) {
        const rows = await read(
          `select from product_imports where state = 'applying' and rows_read < rows_total`,
        )
        if (rows.length > 0) return
        await sleep(10)
      }
    },
    /** The longest time, in seconds, for which a page read between two moments showed a price that was no longer right. */
    oldest: (from: number, to: number) =>
      Math.max(0, ...reads.filter(({ at }) => at >= from && at <= to).map(({ oldForMs }) => oldForMs)) /
      1_000,
    /** Pages that do not show the present prices although every host is well again, at each balancer. */
    async stalePages(balancers: readonly Host[]): Promise<number> {
      const from = Date.now()
      await sleep(SEEN_WITHIN_MS)
      let stale = 0
      for (const { address } of balancers)
        for (const slug of WATCHED) {
          const { host } = new URL(url)
          const { text } = await send(`https://${address}/product/${slug}`, { from: driverAddress, host })
          if (ageOf(slug, text, from) > 0) stale += 1
        }
      return stale
    },
    /** Places some orders, and lets them be shipped as one job, which writes their invoices. Resolves when some are shipped, and some not. */
    async shipOrders() {
      const rows = await read<{ id: number }>(
        `update variations set tracks_stock = false where id = (select max(v.id) from variations v
          join products p on p.id = v.product_id where v.is_published and p.is_published and p.min_quantity = 1
            and p.customisation is null and p.slug not like 'hosts-%') returning id`,
      )
      const plan = { product_id: rows[0]?.id ?? 0, quantity: 1, method: 'cod', pays: 'comes back' } as const
      const placed = Array.from({ length: BATCH }, (_, at) =>
        buy({
          ...plan,
          number: FIRST_NUMBER + at,
          email: 'batch@example.com',
          hasCoupon: false,
          pressesTwice: false,
        }),
      )
      const records = await Promise.all(placed)
      const ids = records.flatMap(({ orders }) => orders[0]?.order_id ?? [])
      if (ids.length < BATCH)
        throw new Error(`${ids.length} orders to ship were placed, others refused: ${records[0]?.refusal}`)
      batch = ok(await admin.adminOrders.bulk({ action: 'ship', courier: 'By hand', ids })).id
      while ((await shippedOf(batch)) < 3) await sleep(10)
      if ((await shippedOf(batch)) === ids.length) problems.push('All orders were shipped before the fault')
    },
    /** Waits until the orders are shipped, and looks at their invoices. */
    async checkShipped() {
      if (batch === 0) return
      for (let tries = 0; tries < 300 && (await shippedOf(batch)) < BATCH; tries += 1) await sleep(500)
      const rows = await read<{ invoices: string; orders: string; wrong: string }>(
        `select count(i.*) as invoices, count(distinct o.id) as orders,
          (select count(*) from (select year, max(last) as last from invoice_numbers group by year) n
            where last <> (select count(distinct invoice_no) from invoices where invoice_no like 'INV-' || year || '-%')) as wrong
        from order_batch_items b join orders o on o.id = b.order_id and o.status = 'shipped'
        left join invoices i on i.order_id = o.id where b.batch_id = $1`,
        [batch],
      )
      const { invoices, orders, wrong } = rows[0] ?? {}
      if (Number(orders) !== BATCH || Number(invoices) !== BATCH)
        problems.push(`${orders} of ${BATCH} orders were shipped, with ${invoices} invoices`)
      if (Number(wrong) > 0) problems.push('The numbers of invoices have a gap')
      totals.shipped = Number(orders)
    },
    async stop() {
      isOver = true
      await Promise.all(work)
      await close()
    },
  }
}

export type Merchant = Awaited<ReturnType<typeof openMerchant>>

/** The first offer in the page's structured data, in rupees. */
const priceOn = (page: string) => Number(/"price":"?(\d+)/.exec(page)?.[1] ?? 0)

/** The typed client of the back office with cookies of its own. A call without an answer is an error of its own code, not thrown. */
function openBackOffice(url: string) {
  const cookies = new Map<string, string>()
  async function request({ method = 'GET', url: path, payload, headers }: Request) {
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': '10.6.0.2',
          cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
          ...headers,
        },
        ...(payload === undefined ? {} : { body: payload }),
        signal: AbortSignal.timeout(15_000),
      })
      for (const header of response.headers.getSetCookie()) {
        const { name } = parseSetCookie(header)
        cookies.set(name, header.split(';')[0]?.slice(name.length + 1) ?? '')
      }
      return { status: response.status, headers: {}, body: (await response.json()) as unknown }
    } catch {
      return { status: 0, headers: {}, body: { status: 'error', code: 'OFFLINE', message: 'No answer' } }
    }
  }
  return {
    admin: adminApiOf({ request: request as Guest['request'] }),
    upload: (path: string, file: File) => sendForm({ request: request as Guest['request'] }, path, { file }),
  }
}

type Request = { method?: string; url: string; payload?: BodyInit; headers?: Record<string, string> }
