import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { register } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { makeProduct } from '#harness/products.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import type { Services, Tx } from '#server/platform/kernel/context.ts'
import type { JobContext } from '#server/platform/kernel/job.ts'
import { refuseMarketing } from '#server/platform/notify/refuse-marketing.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { deleteOldNotices, hasReturns, sendNoticesJob } from './send-notices.server.ts'
import { backInStockPlugin } from './server.ts'
import { backInStockWeb } from './web.ts'

const plugins = [backInStockPlugin]
const webPlugins = [backInStockWeb]
const shop = await openShop({ seed: true, pages: true, plugins, webPlugins })
const { db, services } = shop

async function activate(is_active: boolean) {
  await writePlugin(db, plugins, { module_name: 'BackInStock', is_active })
  await services.changes.catchUp()
}
await activate(true)

let visitors = 0
const ask = (payload: object) => {
  visitors += 1
  return shop.app.inject({
    method: 'POST',
    url: '/api/product/notify-me',
    remoteAddress: `198.51.100.${visitors}`,
    headers: { 'sec-fetch-site': 'same-origin' },
    payload,
  })
}
const soldOut = () => makeProduct(db, { stock: 0 })
const setStock = (id: number, stock: number) =>
  db.updateTable('variations').set({ stock }).where('id', '=', id).execute()
const set = (table: 'products' | 'variations', id: number, values: object) =>
  db.updateTable(table).set(values).where('id', '=', id).execute()
const context: JobContext<Services> = {
  ...services,
  signal: new AbortController().signal,
  lastSucceededAt: undefined,
}
const run = () => sendNoticesJob.run({}, context)
const mailsTo = (recipient: string) =>
  db
    .selectFrom('outbox')
    .select(['subject', 'text', 'html'])
    .where('kind', '=', 'stock_notice')
    .where('recipient', '=', recipient)
    .execute()
const noticesOf = async (email: string) =>
  (
    await sql<{
      notified_at: Date | null
    }>`select notified_at from stock_notices where email = ${email}`.execute(db)
  ).rows

test('a request gets exactly one mail when stock returns, although it was made twice', async () => {
  const { product_id } = await soldOut()
  const first = await ask({ product_id, email: 'Asha@Example.com' })
  await ask({ product_id, email: 'asha@example.com ' })
  await run()
  expect(first.json()).toMatchObject({ status: 'success', data: { product_id } })
  expect(await mailsTo('asha@example.com')).toEqual([])

  await setStock(product_id, 3)
  expect(await hasReturns(services)).toBe(true)
  await Promise.all([run(), run(), run()])
  await setStock(product_id, 0)
  await setStock(product_id, 5)
  await run()

  const mails = await mailsTo('asha@example.com')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toMatch(/^Bowl \d+ is back in stock$/)
  expect(mails[0]?.text).toMatch(/\/product\/bowl-of-auth-\d+\?sku=AUTH-\d+/)
  expect(mails[0]?.text).toContain('/unsubscribe?')
  expect(await hasReturns(services)).toBe(false)
})

test('waiting requests are not read until a variation comes back', async () => {
  const { product_id } = await soldOut()
  await sql`insert into stock_notices (variation_id, email)
    select ${product_id}, 'idle-' || n || '@example.com' from generate_series(1, 2000) n`.execute(db)
  const reads = (tx: Tx) =>
    sql<{
      reads: number
    }>`select (seq_tup_read + coalesce(idx_tup_fetch, 0) + coalesce(idx_scan, 0))::int as reads
      from pg_stat_xact_user_tables where relname = 'stock_notices'`
      .execute(tx)
      .then(({ rows }) => rows[0]?.reads)

  await db.transaction().execute(async (tx) => {
    const before = await reads(tx)
    expect(await hasReturns({ db: tx as never })).toBe(false)
    expect(await reads(tx)).toBe(before)
  })
  await sql`delete from stock_notices where variation_id = ${product_id}`.execute(db)
})

test.each<[string, (id: number) => Promise<unknown>]>([
  ['its stock is no longer counted', (id) => set('variations', id, { tracks_stock: false })],
  [
    'it is published again',
    async (id) => {
      await set('variations', id, { is_published: false, stock: 2 })
      await set('variations', id, { is_published: true })
    },
  ],
  [
    'its product is published again',
    async (id) => {
      const { product_id } = await db
        .selectFrom('variations')
        .select('product_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await set('products', product_id, { is_published: false })
      await setStock(id, 2)
      await run()
      await set('products', product_id, { is_published: true })
    },
  ],
])('a request gets its mail when %s', async (_, comeBack) => {
  const { product_id } = await soldOut()
  const email = `back-${product_id}@example.com`
  await ask({ product_id, email })

  await comeBack(product_id)
  await run()

  expect(await mailsTo(email)).toHaveLength(1)
  expect(await hasReturns(services)).toBe(false)
})

test('a request waits for a change of the stock that has begun', async () => {
  const { product_id } = await soldOut()
  const [begun, stocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const changing = db.transaction().execute(async (tx) => {
    await tx.updateTable('variations').set({ stock: 4 }).where('id', '=', product_id).execute()
    begun.resolve()
    await stocked.promise
  })
  await begun.promise
  const asking = ask({ product_id, email: 'between@example.com' })
  await expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_locks where not granted`.execute(db)
      return rows[0]?.waiting
    })
    .toBeGreaterThan(0)
  stocked.resolve()
  await changing

  expect((await asking).json()).toMatchObject({ code: 'IN_STOCK' })
})

test('a full-width twin of an address is the same request', async () => {
  const { product_id } = await soldOut()
  for (const email of ['twin@example.com', '\uff34\uff37\uff29\uff2e@example.com', 'tw\u200bin@example.com'])
    expect((await ask({ product_id, email })).json()).toMatchObject({ status: 'success' })

  const { rows } = await sql`select email from stock_notices where variation_id = ${product_id}`.execute(db)
  expect(rows).toEqual([{ email: 'twin@example.com' }])
})

test('several processes share many requests and send each once', async () => {
  const { product_id } = await soldOut()
  await sql`insert into stock_notices (variation_id, email)
    select ${product_id}, 'many-' || n || '@example.com' from generate_series(1, 450) n`.execute(db)
  await setStock(product_id, 1)

  await Promise.all([run(), run(), run()])

  const { rows } = await sql<{ mails: number; people: number }>`
    select count(*)::int as mails, count(distinct recipient)::int as people from outbox
    where recipient like 'many-%'`.execute(db)
  expect(rows).toEqual([{ mails: 450, people: 450 }])
})

test('a request is possible again after its mail', async () => {
  const { product_id } = await soldOut()
  await ask({ product_id, email: 'again@example.com' })
  await setStock(product_id, 1)
  await run()
  await setStock(product_id, 0)
  await ask({ product_id, email: 'again@example.com' })
  await setStock(product_id, 1)
  await run()

  expect(await mailsTo('again@example.com')).toHaveLength(2)
})

test('a request is refused for products in stock, unknown products and wrong addresses', async () => {
  const { product_id } = await makeProduct(db)
  const sold = await soldOut()

  expect((await ask({ product_id, email: 'a@example.com' })).json()).toMatchObject({ code: 'IN_STOCK' })
  expect((await ask({ product_id: 999_999_999, email: 'a@example.com' })).statusCode).toBe(404)
  expect((await ask({ product_id: 'x', email: 'a@example.com' })).statusCode).toBe(422)
  const wrong = await ask({ ...sold, email: 'a@' })
  expect(wrong.statusCode).toBe(422)
  expect(wrong.json()).toMatchObject({ errors: { email: [expect.any(String)] } })
  expect(await noticesOf('a@example.com')).toEqual([])
})

test('a filled honeypot stores nothing and is answered like a success', async () => {
  const sold = await soldOut()
  const reply = await ask({ ...sold, email: 'bot@example.com', website: 'https://spam.example' })

  expect(reply.json()).toMatchObject({ status: 'success' })
  expect(await noticesOf('bot@example.com')).toEqual([])
})

test('one IP address and one email address have limits', async () => {
  const sold = await soldOut()
  const codes: number[] = []
  for (let at = 0; at < 4; at += 1) {
    const { statusCode } = await shop.app.inject({
      method: 'POST',
      url: '/api/product/notify-me',
      remoteAddress: '203.0.113.9',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { ...sold, email: `ip-${at}@example.com` },
    })
    codes.push(statusCode)
  }
  expect(codes).toContain(429)

  await sql`insert into stock_notices (variation_id, email)
    select id, 'victim@example.com' from variations order by id limit 20`.execute(db)
  const next = await ask({ ...sold, email: 'victim@example.com' })
  expect(next.statusCode).toBe(429)
  expect(next.headers['retry-after']).toBeDefined()
})

test('no mail is sent after an unsubscribe, nor for an unpublished product', async () => {
  const left = await soldOut()
  await ask({ ...left, email: 'left@example.com' })
  await refuseMarketing(db, 'left@example.com')
  await setStock(left.product_id, 2)
  const hidden = await soldOut()
  await ask({ ...hidden, email: 'hidden@example.com' })
  await db
    .updateTable('variations')
    .set({ is_published: false, stock: 2 })
    .where('id', '=', hidden.product_id)
    .execute()

  await run()

  expect(await mailsTo('left@example.com')).toEqual([])
  expect(await mailsTo('hidden@example.com')).toEqual([])
})

test('the consent text has a link to the privacy policy, at the product and on the form’s own page', async () => {
  const { product_id } = await soldOut()
  const { slug } = await db
    .selectFrom('variations')
    .innerJoin('products', 'products.id', 'variations.product_id')
    .select('products.slug')
    .where('variations.id', '=', product_id)
    .executeTakeFirstOrThrow()
  const linked = 'delete it 30 days later.<!-- --> <a href="/privacy-policy">Privacy policy</a>'

  for (const url of [`/product/${slug}`, `/forms/back-in-stock?product_id=${product_id}`]) {
    const { body } = await shop.request({ method: 'GET', url })
    expect(String(body)).toContain(linked)
    expect(String(body).split('delete it 30 days later.</p>')).toHaveLength(1)
  }
})

test('staff see how many shoppers wait for each variation, and no address', async () => {
  const owner = await signedInStaff(shop, 'owner')
  const often = await soldOut()
  const once = await soldOut()
  for (const email of ['one@example.com', 'two@example.com']) await ask({ ...often, email })
  await ask({ ...once, email: 'one@example.com' })

  const page = ok(await owner.admin.adminStockRequests.list({ per_page: 100 }))

  const rows = page.data.filter(({ id }) => [often.product_id, once.product_id].includes(id))
  expect(rows.map(({ id, waiting, stock }) => ({ id, waiting, stock }))).toEqual([
    { id: often.product_id, waiting: 2, stock: 0 },
    { id: once.product_id, waiting: 1, stock: 0 },
  ])
  expect(JSON.stringify(page)).not.toContain('@')
  const [row] = rows
  expect(ok(await owner.admin.adminStockRequests.list({ q: row?.sku ?? '' })).data).toEqual([row])
})

test('answered requests are deleted after 30 days and waiting ones after a year', async () => {
  const { product_id } = await soldOut()
  await sql`insert into stock_notices (variation_id, email, created_at, notified_at) values
    (${product_id}, 'old@example.com', now() - interval '90 days', now() - interval '31 days'),
    (${product_id}, 'older@example.com', now() - interval '366 days', null),
    (${product_id}, 'kept@example.com', now() - interval '300 days', null)`.execute(db)

  await deleteOldNotices(db)

  expect(await noticesOf('old@example.com')).toEqual([])
  expect(await noticesOf('older@example.com')).toEqual([])
  expect(await noticesOf('kept@example.com')).toHaveLength(1)
})

test('account export and deletion include the requests', async () => {
  const visitor = shop.guest()
  const { email, password } = await register(visitor)
  const sold = await soldOut()
  await ask({ ...sold, email })
  ok(await visitor.api.account.reauthenticate({ password }))

  expect(ok(await visitor.api.account.export()).plugins).toMatchObject({
    stock_notices: [{ sku: expect.stringMatching(/^AUTH-/), notified_at: null }],
  })
  ok(await visitor.api.account.deleteAccount())
  expect(await noticesOf(email.toLowerCase())).toEqual([])
})

test('the form is shown for a sold-out variation only, and posts without scripts', async () => {
  const open = async (url: string) => String((await shop.request({ method: 'GET', url })).body)
  const page = await open('/product/fig-and-cedar-candle')
  expect(page).toContain('Get an email when it’s back in stock')
  expect(await open('/product/moon-vase')).not.toContain('Get an email when it’s back in stock')

  const [, action = ''] = /<form[^>]*action="(\/forms\/product\/notify-me)"/.exec(page) ?? []
  const [, target = ''] = /name="page" value="([^"]+)"/.exec(page) ?? []
  const [, product_id = ''] = /product_id=(\d+)/.exec(target) ?? []
  const post = (email: string) =>
    shop.app.inject({
      method: 'POST',
      url: action,
      remoteAddress: `192.0.2.${email.length}`,
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ email, product_id, page: target, website: '' }).toString(),
    })
  const refused = await post('asha at home')
  expect(refused.statusCode).toBe(303)
  expect(await open(String(refused.headers.location).split('#')[0] as string)).toContain('asha at home')
  const sent = await post('page@example.com')
  expect(await open(String(sent.headers.location).split('#')[0] as string)).toContain(
    'We email you once it is back in stock.',
  )
  expect(await noticesOf('page@example.com')).toHaveLength(1)
})

test('an inactive plugin shows no form and takes no request', async () => {
  await activate(false)
  const { body } = await shop.request({ method: 'GET', url: '/product/fig-and-cedar-candle' })
  expect(String(body)).not.toContain('back in stock')
  expect((await ask({ product_id: 1, email: 'a@example.com' })).json()).toMatchObject({
    code: 'PLUGIN_INACTIVE',
  })
  await activate(true)
})
