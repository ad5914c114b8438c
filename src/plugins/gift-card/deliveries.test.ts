import { afterEach, expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { signedInStaff } from '#harness/staff.ts'
import { balanceOf, expectSoundLedger } from '#server/commerce/stored-value/stored-value.test-support.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { deliveryPersonalData, expireGiftCardsJob, sendGiftCardsJob } from './deliveries.server.ts'
import { findGiftCard } from './gift-cards.server.ts'
import { giftCardPlugin } from './server.ts'

const plugins = [giftCardPlugin]
const opened = await openShop({ seed: 'small', plugins })
const { db, pool, services } = opened
await writePlugin(db, plugins, { module_name: 'GiftCard', is_active: true })
await services.changes.catchUp()
const staff = await signedInStaff(opened, 'owner')
afterEach(() => expectSoundLedger(pool))

type Answer = {
  status: string
  code?: string
  errors?: object
  data: { id: number; code: string; imported: number }
}
const post = async (path: string, payload: object) =>
  (await staff.request({ method: 'POST', url: `/api/admin/gift-cards${path}`, payload })).body as Answer
let made = 0
async function issue(recipient: object = {}) {
  made += 1
  const email = `Friend${made}@example.com`
  const request = { amount: 50_000, request_key: crypto.randomUUID(), recipient: { email, ...recipient } }
  return { ...(await post('', request)).data, email: email.toLowerCase() }
}
const run = (job: typeof sendGiftCardsJob) =>
  job.run({}, { ...services, signal: new AbortController().signal, lastSucceededAt: undefined })
const mailsTo = async (email: string) =>
  (
    await pool.query<{ kind: string; text: string }>(
      'select kind, text from outbox where recipient = $1 order by id',
      [email],
    )
  ).rows

test('a card is sent once when two processes send at once, and its code is forgotten then', async () => {
  const { code, email, id } = await issue({ name: 'Asha', message: 'Happy birthday' })
  const stored = async () =>
    (await pool.query('select encrypted_code from gift_card_deliveries where id = $1', [id])).rows[0]
      ?.encrypted_code
  expect(await stored()).not.toBe('')
  expect(await stored()).not.toContain(code)
  // Spent by who saw the code before: the mail names what it was issued with.
  await pool.query(
    `insert into value_entries (from_account, to_account, currency, amount, purpose)
    select $1, id, currency, 50000, 'withdrawal' from value_accounts where kind = 'contra' and label = 'issued' and currency = 'INR'`,
    [id],
  )
  await Promise.all([run(sendGiftCardsJob), run(sendGiftCardsJob)])
  await run(sendGiftCardsJob)
  const mails = await mailsTo(email)
  expect(mails).toHaveLength(1)
  for (const text of ['Happy birthday', code, '₹500']) expect(mails[0]?.text).toContain(text)
  expect(await stored()).toBe('')
})

test('a card waits for its day, and is not sent while it is blocked', async () => {
  const later = await issue({ send_on: '2999-01-01' })
  const blocked = await issue()
  await post('/block', { id: blocked.id, is_blocked: true })
  await run(sendGiftCardsJob)
  expect(await mailsTo(later.email)).toEqual([])
  expect(await mailsTo(blocked.email)).toEqual([])
  await pool.query('update gift_card_deliveries set send_at = now() where id = $1', [later.id])
  await post('/block', { id: blocked.id, is_blocked: false })
  await run(sendGiftCardsJob)
  expect(await mailsTo(later.email)).toHaveLength(1)
  expect(await mailsTo(blocked.email)).toHaveLength(1)
})

test('a card that is sent again has a new code, which alone pays, and only one that was sent can be', async () => {
  const { id, code, email } = await issue()
  expect(await post('/resend', { id })).toMatchObject({ code: 'NOT_RESENDABLE' })
  await run(sendGiftCardsJob)
  const answers = await Promise.all([post('/resend', { id }), post('/resend', { id })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['error', 'success'])
  await run(sendGiftCardsJob)
  const mails = await mailsTo(email)
  expect(mails).toHaveLength(2)
  const again = /Code: (\S+)/.exec(mails[1]?.text ?? '')?.[1] ?? ''
  expect(await findGiftCard(db, code, 'INR')).toBeUndefined()
  expect(await findGiftCard(db, again, 'INR')).toBe(id)
  expect(await balanceOf(pool, id)).toBe(50_000)
  const { rows } = await pool.query(
    "select actor, before, after from audit_log where action = 'gift_card.resend'",
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(again)
  await post('/block', { id, is_blocked: true })
  expect(await post('/resend', { id })).toMatchObject({ code: 'NOT_RESENDABLE' })
})

test('a card that was sent to a wrong address goes to another one, and one that waits goes there on its day', async () => {
  const { id, code, email } = await issue()
  await run(sendGiftCardsJob)
  expect(await post('/resend', { id, email: 'nowhere' })).toMatchObject({
    errors: { email: [expect.any(String)] },
  })
  expect(await post('/resend', { id, email: 'Right@example.com' })).toMatchObject({ status: 'success' })
  await run(sendGiftCardsJob)
  expect(await mailsTo(email)).toHaveLength(1)
  const [mail] = await mailsTo('right@example.com')
  const again = /Code: (\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(await findGiftCard(db, code, 'INR')).toBeUndefined()
  expect(await findGiftCard(db, again, 'INR')).toBe(id)

  const later = await issue({ send_on: '2999-01-01' })
  expect(await post('/resend', { id: later.id, email: later.email })).toMatchObject({
    code: 'NOT_RESENDABLE',
  })
  expect(await post('/resend', { id: later.id, email: 'later@example.com' })).toMatchObject({
    status: 'success',
  })
  await run(sendGiftCardsJob)
  expect(await mailsTo('later@example.com')).toEqual([])
  await pool.query('update gift_card_deliveries set send_at = now() where id = $1', [later.id])
  await run(sendGiftCardsJob)
  expect(await mailsTo('later@example.com')).toHaveLength(1)
  expect(await mailsTo(later.email)).toEqual([])
})

test('a mail that cannot be stored leaves the card unsent', async () => {
  const { id, email } = await issue()
  await pool.query("update gift_card_deliveries set encrypted_code = 'of another secret' where id = $1", [id])
  await run(sendGiftCardsJob)
  expect(await mailsTo(email)).toEqual([])
  const { rows } = await pool.query('select sent_at from gift_card_deliveries where id = $1', [id])
  expect(rows).toEqual([{ sent_at: null }])
})

test('a card that expires soon is announced once, an expired one ends with an entry', async () => {
  const { id, email } = await issue()
  await run(sendGiftCardsJob)
  const endsIn = (interval: string) =>
    pool.query(`update value_accounts set expires_at = now() + interval '${interval}' where id = $1`, [id])
  await endsIn('31 days')
  await run(expireGiftCardsJob)
  await endsIn('29 days')
  await Promise.all([run(expireGiftCardsJob), run(expireGiftCardsJob)])
  expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['gift_card', 'gift_card_expiry'])
  await endsIn('-1 day')
  await Promise.all([run(expireGiftCardsJob), run(expireGiftCardsJob)])
  expect(await balanceOf(pool, id)).toBe(0)
  const { rows } = await pool.query(
    "select amount::integer from value_entries where from_account = $1 and purpose = 'expiry'",
    [id],
  )
  expect(rows).toEqual([{ amount: 50_000 }])
})

test('cards of another system are imported with their codes, all or none', async () => {
  const cards = [
    { code: 'old-card-0001', amount: 12_345, valid_until: '2999-12-31' },
    { code: 'OLD CARD 0002', amount: 500, valid_until: null },
  ]
  const [first] = cards
  expect(await post('/import', { cards: [...cards, first] })).toMatchObject({
    code: 'VALIDATION',
    errors: { 'cards.2.code': [/known already/] },
  })
  expect(await findGiftCard(db, 'OLDCARD0001', 'INR')).toBeUndefined()
  expect((await post('/import', { cards })).data).toEqual({ imported: 2 })
  const id = await findGiftCard(db, 'OLDCARD0001', 'INR')
  expect(await balanceOf(pool, id ?? 0)).toBe(12_345)
  const { rows } = await pool.query('select expires_at::text from value_accounts where id = $1', [id])
  expect(rows[0]?.expires_at).toMatch(/^2999-12-31 18:29:59/)
  expect(await post('/import', { cards })).toMatchObject({ code: 'VALIDATION' })
})

test.each([
  ['a short code', { code: '12-34', amount: 5, valid_until: null }],
  ['no amount', { code: 'ABCD1234', amount: 0, valid_until: null }],
  ['no day', { code: 'ABCD1234', amount: 5, valid_until: '2026-02-30' }],
])('an import with %s is refused at its card', async (_, card) => {
  const { errors } = await post('/import', { cards: [card] })
  expect(Object.keys(errors ?? {})[0]).toMatch(/^cards\.0\./)
})

test('the recipient’s data is exported and erased, a card that waits is sent all the same', async () => {
  const sent = await issue({ name: 'Asha' })
  await run(sendGiftCardsJob)
  const person = { id: 0, email: sent.email, fullPhone: null }
  expect(await deliveryPersonalData.read?.(db, person)).toMatchObject({ gift_cards: [{ name: 'Asha' }] })
  await db.transaction().execute(async (tx) => deliveryPersonalData.erase?.(tx, person))
  expect(await deliveryPersonalData.read?.(db, person)).toEqual({ gift_cards: [] })
})
