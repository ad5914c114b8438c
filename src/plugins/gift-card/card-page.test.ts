import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { signedInStaff } from '#harness/staff.ts'
import { decryptFor } from '#server/platform/config/encrypt-for.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { expireGiftCardsJob, sendGiftCardsJob } from './deliveries.server.ts'
import { giftCardPlugin } from './server.ts'

const plugins = [giftCardPlugin]
const opened = await openShop({ seed: 'small', plugins })
const { db, pool, services, app, logged } = opened
const turn = async (is_active: boolean) => {
  await writePlugin(db, plugins, { module_name: 'GiftCard', is_active })
  await services.changes.catchUp()
}
await turn(true)
const staff = await signedInStaff(opened, 'owner')

type Issued = { data: { id: number; code: string; page: string } }
const post = async (path: string, payload: object) =>
  (await staff.request({ method: 'POST', url: `/api/admin/gift-cards${path}`, payload })).body as Issued
const issue = async (recipient?: object) =>
  (await post('', { amount: 50_000, request_key: crypto.randomUUID(), ...(recipient && { recipient }) })).data
const open = (link: string) => app.inject({ method: 'GET', url: link.slice(services.config.storeUrl.length) })
const run = (job: typeof sendGiftCardsJob) =>
  job.run({}, { ...services, signal: new AbortController().signal, lastSucceededAt: undefined })

test('the link of the mail shows the card with its message, to be printed, and nothing of it is stored, logged or shared', async () => {
  const message = 'Happy birthday <script>alert(1)</script>'
  const { id, code } = await issue({ email: 'ravi@example.com', name: 'Ravi', message })
  await run(sendGiftCardsJob)
  const { text } = await db
    .selectFrom('outbox')
    .select('text')
    .where('recipient', '=', 'ravi@example.com')
    .executeTakeFirstOrThrow()
  const link = /https:\S+\/documents\/GiftCard\/card\?token=([\w-]{43})/.exec(text) ?? ['', '']
  const page = await open(link[0])
  expect(page.statusCode).toBe(200)
  for (const part of [
    'A gift card for Ravi',
    '₹500',
    code,
    'Happy birthday &lt;script&gt;',
    '@media print',
    'noindex',
  ])
    expect(page.body).toContain(part)
  expect(page.body).not.toContain('<script')
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  const { rows } = await pool.query<{ encrypted_code: string }>(
    'select encrypted_code from gift_card_pages where account_id = $1',
    [id],
  )
  expect(decryptFor(services.config, 'gift card code', rows[0]?.encrypted_code ?? '')).toBeUndefined()
  expect(JSON.stringify(logged)).not.toContain(link[1])
  const { rows: audit } = await pool.query('select after::text from audit_log where after::text like $1', [
    `%${code}%`,
  ])
  expect(audit).toEqual([])
})

test('a card that staff issue has its page at once, which shows no code once it is blocked, spent or expired', async () => {
  const { id, code, page } = await issue()
  expect((await open(page)).body).toContain(code)
  await post('/block', { id, is_blocked: true })
  const blocked = await open(page)
  expect(blocked.body).toContain('cannot be used any more')
  expect(blocked.body).not.toContain(code)
  await post('/block', { id, is_blocked: false })
  await pool.query("update value_accounts set expires_at = now() - interval '1 day' where id = $1", [id])
  expect((await open(page)).body).not.toContain(code)
})

test('no other link, no link after its time and no link of a plugin that is off shows anything', async () => {
  const { id, code, page } = await issue()
  const other = page.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  const hostile = [
    other,
    `${page}${'a'.repeat(10_000)}`,
    page.replace('/card?', '/constructor?'),
    page.replace('GiftCard', 'StoreCredit'),
    page.replace('token=', 'token=1&token='),
    page.replace('token', 'other'),
  ]
  for (const link of hostile) {
    const { statusCode, body } = await open(link)
    expect([link.slice(0, 99), statusCode, body.includes(code)]).toEqual([link.slice(0, 99), 404, false])
  }
  await turn(false)
  expect((await open(page)).statusCode).toBe(404)
  await turn(true)
  expect((await open(page)).statusCode).toBe(200)
  await pool.query('update gift_card_pages set expires_at = now() where account_id = $1', [id])
  expect((await open(page)).statusCode).toBe(404)
  await run(expireGiftCardsJob)
  expect((await pool.query('select from gift_card_pages where account_id = $1', [id])).rowCount).toBe(0)
})
