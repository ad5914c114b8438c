import { beforeEach, expect, test } from 'vitest'
import { register } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { queueMarketing } from './queue-marketing.ts'
import { sendOutbox } from './send-outbox.ts'

const shop = await openShop({ seed: true })
const { db, services } = shop
const { config } = services
const look = {
  store_name: 'Kiln & Loom',
  store_email: '',
  store_phone: '',
  storeUrl: config.storeUrl,
  logo: null,
  footer: '',
  colours: { background: '', surface: '', border: '', primary: '', 'on-primary': '', text: '', muted: '' },
  texts: {},
}
const silent = { warn() {}, error() {} }

beforeEach(() => db.deleteFrom('outbox').execute())

const advertise = (recipient: string) =>
  db
    .transaction()
    .execute((tx) =>
      queueMarketing(
        tx,
        { config, look },
        { name: 'spring', recipient, subject: 'Spring', text: 'New vases', parts: [] },
      ),
    )

/** Recipients the outbox has sent to. */
async function sentTo() {
  const got: string[] = []
  const mail = async ({ recipient }: { recipient: string }) => void got.push(recipient)
  await sendOutbox({ db, log: silent, transports: { mail } })
  return got
}

async function linkTo(recipient: string) {
  const { text } = await db
    .selectFrom('outbox')
    .select('text')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /Unsubscribe: https:\/\/[^/]+(\S+)/.exec(text)?.[1] ?? ''
}

test('marketing mail goes only to customers who opted in, order mail always', async () => {
  const customer = shop.guest()
  const { email } = await register(customer)
  expect(ok(await customer.api.account.get()).marketing_opt_in).toBeNull()
  await db.deleteFrom('outbox').execute()
  await advertise(email)
  expect((await shop.request({ method: 'GET', url: '/dev/outbox.json' })).body).toEqual([])
  expect(await sentTo()).toEqual([])

  const requested = ok(await customer.api.account.updateMailPreferences({ marketing_opt_in: true }))
  expect(requested.marketing_opt_in).toBe(true)
  await advertise(email)
  expect(await sentTo()).toEqual([email])

  // Opted out between queueing and sending.
  await advertise(email)
  ok(await customer.api.account.updateMailPreferences({ marketing_opt_in: false }))
  await db
    .insertInto('outbox')
    .values({ channel: 'mail', kind: 'order_paid', recipient: email, subject: 'Paid', text: 'Paid' })
    .execute()
  expect(await sentTo()).toEqual([email])
})

test('the unsubscribe link works without login, only by POST, and repeatedly', async () => {
  const email = 'somebody.else@example.com'
  await advertise(email)
  const link = await linkTo(email)
  const stranger = shop.guest()

  const opened = await stranger.request({ method: 'GET', url: link })
  expect(opened.status).toBe(200)
  expect(await sentTo()).toEqual([email])
  // Mail clients post without cookie or origin: RFC 8058.
  for (let times = 0; times < 2; times++)
    expect(
      await stranger.request({
        method: 'POST',
        url: link,
        payload: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ).toMatchObject({ status: 200, body: expect.stringContaining('You are unsubscribed') })

  await advertise(email)
  expect(await sentTo()).toEqual([])
})

test('a forged unsubscribe link changes nothing', async () => {
  await advertise('asha@example.com')
  const link = await linkTo('asha@example.com')
  for (const url of [link.replace('asha', 'usha'), link.slice(0, -1), '/unsubscribe?email=usha@example.com'])
    expect((await shop.guest().request({ method: 'POST', url })).status, url).toBe(404)
  expect(
    await db.selectFrom('mail_refusals').selectAll().where('email', 'like', '%sha@example.com').execute(),
  ).toEqual([])
})

test('only a verified address can opt in again after unsubscribing', async () => {
  const customer = shop.guest()
  const { email, id } = await register(customer)
  ok(await customer.api.account.updateMailPreferences({ marketing_opt_in: true }))
  await advertise(email)
  await customer.request({ method: 'POST', url: await linkTo(email) })
  expect(ok(await customer.api.account.get()).marketing_opt_in).toBe(false)
  await db.deleteFrom('outbox').execute()

  ok(await customer.api.account.updateMailPreferences({ marketing_opt_in: true }))
  await advertise(email)
  expect(await sentTo()).toEqual([])

  await db.updateTable('customers').set({ email_verified_at: new Date() }).where('id', '=', id).execute()
  ok(await customer.api.account.updateMailPreferences({ marketing_opt_in: true }))
  await advertise(email)
  expect(await sentTo()).toEqual([email])
})
