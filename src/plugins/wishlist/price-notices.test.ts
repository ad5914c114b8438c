import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { routes } from '#contract/routes.ts'
import { register } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { makeProduct } from '#harness/products.ts'
import { ok } from '#harness/reply.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import type { JobContext } from '#server/platform/kernel/job.ts'
import { refuseMarketing } from '#server/platform/notify/refuse-marketing.ts'
import { hasPriceDrops, sendPriceNoticesJob } from './price-notices.server.ts'
import { wishlistRoutes } from './routes.ts'
import { wishlistServer } from './server.ts'
import { wishlistWeb } from './web.ts'

const webPlugins = [wishlistWeb]
const shop = await openShop({ seed: true, pages: true, plugins: [wishlistServer], webPlugins })
const { db, services } = shop

/** A customer with a bowl of ₹500 on the wishlist. */
async function saver({ isEnabled = true, stock = 5 } = {}) {
  const visitor = shop.guest()
  const api = createClient(visitor.send, { ...routes, wishlist: wishlistRoutes })
  const { id, email, password } = await register(visitor)
  const { product_id } = await makeProduct(db, { stock })
  ok(await api.wishlist.add({ product_id }))
  if (isEnabled) ok(await api.wishlist.setPriceNotices({ is_enabled: true }))
  return { ...visitor, api, id, email: email.toLowerCase(), password, product_id }
}
const setPrice = (id: number, selling_price: number) =>
  db.updateTable('prices').set({ selling_price }).where('variation_id', '=', id).execute()
const context: JobContext<Services> = {
  ...services,
  signal: new AbortController().signal,
  lastSucceededAt: undefined,
}
const run = () => sendPriceNoticesJob.run({}, context)
const mailsTo = (email: string) =>
  db
    .selectFrom('outbox')
    .select(['subject', 'text'])
    .where('kind', '=', 'price_notice')
    .where((eb) => eb(eb.fn('lower', ['recipient']), '=', email))
    .orderBy('id')
    .execute()

test('each price drop sends exactly one mail, below the price at saving and below the last mail', async () => {
  const { email, product_id } = await saver()
  expect(await hasPriceDrops(services)).toBe(false)

  await setPrice(product_id, 40_000)
  expect(await hasPriceDrops(services)).toBe(true)
  await Promise.all([run(), run(), run()])
  await run()
  await setPrice(product_id, 50_000)
  await run()
  await setPrice(product_id, 40_000)
  await run()

  const mails = await mailsTo(email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toMatch(/^Price drop: Bowl \d+$/)
  expect(mails[0]?.text).toMatch(/₹400.*, was ₹500/)
  expect(mails[0]?.text).toContain('/unsubscribe?')
  expect(await hasPriceDrops(services)).toBe(false)

  await setPrice(product_id, 30_000)
  await run()
  expect(await mailsTo(email)).toHaveLength(2)
})

test('several drops are one mail, and several processes share many customers', async () => {
  const people = []
  for (let at = 0; at < 6; at += 1) people.push(await saver())
  const [first] = people as [Awaited<ReturnType<typeof saver>>]
  const second = await makeProduct(db)
  ok(await first.api.wishlist.add(second))
  for (const { product_id } of [...people, second]) await setPrice(product_id, 45_000)

  await Promise.all([run(), run(), run()])

  expect((await mailsTo(first.email)).map(({ subject }) => subject)).toEqual([
    'Price drop: 2 products you saved',
  ])
  for (const { email } of people) expect(await mailsTo(email)).toHaveLength(1)
})

test('without consent, and for drops from before the consent, no mail is sent', async () => {
  const { api, email, product_id } = await saver({ isEnabled: false })
  await setPrice(product_id, 40_000)
  await run()
  ok(await api.wishlist.setPriceNotices({ is_enabled: true }))
  await run()
  expect(await mailsTo(email)).toEqual([])

  await setPrice(product_id, 39_000)
  ok(await api.wishlist.setPriceNotices({ is_enabled: false }))
  await run()
  expect(await mailsTo(email)).toEqual([])
})

test('a sold-out product sends its mail when it can be bought again', async () => {
  const { email, product_id } = await saver({ stock: 0 })
  await setPrice(product_id, 40_000)
  await run()
  expect(await mailsTo(email)).toEqual([])
  await db.updateTable('variations').set({ stock: 1 }).where('id', '=', product_id).execute()
  await run()
  expect(await mailsTo(email)).toHaveLength(1)
})

test('an unsubscribe withdraws the consent, each time', async () => {
  const who = await saver()
  const page = async () => String((await who.request({ method: 'GET', url: '/account/wishlist' })).body)
  expect(await page()).toMatch(/<input[^>]*name="is_enabled"[^>]*checked/)

  await refuseMarketing(db, who.email)
  await setPrice(who.product_id, 40_000)
  await run()
  expect(await page()).not.toMatch(/<input[^>]*name="is_enabled"[^>]*checked/)
  ok(await who.api.wishlist.setPriceNotices({ is_enabled: true }))
  await refuseMarketing(db, who.email)
  await setPrice(who.product_id, 30_000)
  await run()

  expect(await mailsTo(who.email)).toEqual([])
})

test('the consent is given and withdrawn by a form', async () => {
  const who = await saver({ isEnabled: false })
  const post = (fields: Record<string, string>) =>
    who.request({
      method: 'POST',
      url: '/forms/price-notices',
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const consent = async () =>
    (await sql`select from wishlist_price_notices where customer_id = ${who.id}`.execute(db)).rows.length

  expect(await post({ is_enabled: 'true' })).toMatchObject({
    status: 303,
    headers: { location: '/account/wishlist' },
  })
  expect(await consent()).toBe(1)
  await post({})
  expect(await consent()).toBe(0)
})

test('a customer without an email address cannot turn it on', async () => {
  const who = await saver({ isEnabled: false })
  await db.updateTable('customers').set({ email: null }).where('id', '=', who.id).execute()
  expect(await who.api.wishlist.setPriceNotices({ is_enabled: true })).toMatchObject({ code: 'VALIDATION' })
})

test('account export and deletion include the consent', async () => {
  const who = await saver()
  ok(await who.api.account.reauthenticate({ password: who.password }))
  expect(ok(await who.api.account.export()).plugins).toMatchObject({
    wishlist_price_notices: [{ agreed_at: expect.any(String) }],
  })
  ok(await who.api.account.deleteAccount())
  expect(
    (await sql`select from wishlist_price_notices where customer_id = ${who.id}`.execute(db)).rows,
  ).toEqual([])
})
