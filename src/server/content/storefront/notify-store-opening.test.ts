import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import type { JobContext } from '#server/platform/jobs/job.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { writeConfigurationValues } from './configuration.ts'
import { notifyStoreOpeningJob } from './notify-store-opening.ts'

const shop = await openShop({ seed: true, pages: true })
const { app, db, services } = shop

async function setMode(mode: string) {
  await writeConfigurationValues(services, { mode })
  await services.changes.catchUp()
}

const subscribe = (email: string, remoteAddress: string, more: object = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/storefront/subscribe-to-mode',
    remoteAddress,
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { email, mode: 'Coming Soon', website: '', ...more },
  })

const postForm = (fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: '/coming-soon',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

const context: JobContext<Services> = {
  ...services,
  signal: new AbortController().signal,
  lastSucceededAt: undefined,
}
const run = () => notifyStoreOpeningJob.run({}, context)
const isDue = async () => {
  const { schedule } = notifyStoreOpeningJob
  return schedule && 'when' in schedule ? schedule.when?.(services) : undefined
}
const mailsTo = async () => {
  const rows = await db
    .selectFrom('outbox')
    .select(['recipient', 'subject', 'text'])
    .where('kind', '=', 'store_open')
    .orderBy('id')
    .execute()
  return rows
}

test('subscribers get one mail when the store opens, however often they requested it and the job runs', async () => {
  await setMode('Coming Soon')
  for (const email of ['asha@example.com', 'Asha@Example.com', 'ravi@example.com']) {
    const reply = await subscribe(email, '10.8.0.1')
    expect(reply.json()).toEqual({
      status: 'success',
      message: 'Thank you. We will let you know when we open.',
      data: { email: email.toLowerCase(), mode: 'Coming Soon' },
    })
  }
  expect(await isDue()).toBe(false)
  await run()
  expect(await mailsTo()).toEqual([])

  await setMode('Normal')
  expect(await isDue()).toBe(true)
  await Promise.all([run(), run(), run()])

  const mails = await mailsTo()
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(['asha@example.com', 'ravi@example.com'])
  expect(mails[0]?.text).toContain(services.config.storeUrl)
  expect(await isDue()).toBe(false)

  await setMode('Coming Soon')
  await setMode('Normal')
  await run()
  expect(await mailsTo()).toHaveLength(2)
})

test('subscribers wait while the open store is behind a password', async () => {
  await setMode('Coming Soon')
  await subscribe('mira@example.com', '10.8.0.2')
  await writeConfigurationValues(services, { store_password: 'open-sesame' })
  await writeConfigurationValues(services, { is_password_protection_enabled: true })
  await setMode('Normal')
  expect(await isDue()).toBe(false)

  await writeConfigurationValues(services, { is_password_protection_enabled: false })
  expect(await isDue()).toBe(true)
  await run()
  expect((await mailsTo()).at(-1)?.recipient).toBe('mira@example.com')
})

test('subscribe-to-mode refuses other modes and wrong addresses, drops what programs send, and is limited', async () => {
  const early = await subscribe('a@example.com', '10.8.0.3')
  expect([early.statusCode, early.json()]).toMatchObject([
    409,
    { code: 'MODE_NOT_ACTIVE', message: 'The store is open' },
  ])

  await setMode('Coming Soon')
  const other = await subscribe('a@example.com', '10.8.0.4', { mode: 'Under Maintenance' })
  expect([other.statusCode, other.json()]).toMatchObject([
    409,
    { code: 'MODE_NOT_ACTIVE', message: 'The store is not in this mode' },
  ])
  const wrong = await subscribe('nobody', '10.8.0.3')
  expect([wrong.statusCode, wrong.json().errors.email]).toEqual([
    422,
    ['The value must be an valid email address'],
  ])
  const robot = await subscribe('robot@example.com', '10.8.0.3', { website: 'https://spam.example' })
  expect([robot.statusCode, robot.json().status]).toEqual([200, 'success'])
  expect(
    await db.selectFrom('mode_subscriptions').select('id').where('email', 'like', 'robot%').execute(),
  ).toEqual([])
  const codes: number[] = []
  for (let at = 0; at < 5; at += 1) codes.push((await subscribe('b@example.com', '10.8.0.3')).statusCode)
  expect(codes).toEqual([200, 200, 200, 429, 429])
  await setMode('Normal')
})

test('the form of the coming soon page subscribes without JavaScript', async () => {
  await writeConfigurationValues(services, {
    special_pages: {
      opens_at: '2099-12-01T09:00:00+05:30',
      coming_soon_message: 'Fresh from the <kiln>',
      maintenance_ends_at: null,
      maintenance_message: '',
      password_message: '',
    },
  })
  await setMode('Coming Soon')
  const page = await app.inject('/coming-soon')
  expect(page.body).toContain('Fresh from the &lt;kiln&gt;')
  expect(page.body).toContain('data-until="2099-12-01T03:30:00.000Z"')
  expect(page.body).toMatch(/In \d+ days: <time datetime="2099-12-01T03:30:00.000Z">1 December 2099/)

  const wrong = await postForm({ email: 'leela@', website: '' })
  expect(wrong.statusCode).toBe(422)
  expect(wrong.body).toContain('value="leela@"')
  expect(wrong.body).toContain('role="alert">The value must be an valid email address')

  const sent = await postForm({ email: 'leela@example.com', website: '' })
  expect([sent.statusCode, sent.headers.location]).toEqual([303, '/coming-soon?subscribed=1'])
  expect((await app.inject('/coming-soon?subscribed=1')).body).toContain('role="status">Thank you.')
  expect(
    await db
      .selectFrom('mode_subscriptions')
      .select('email')
      .where('email', '=', 'leela@example.com')
      .execute(),
  ).toHaveLength(1)
  await setMode('Normal')
  expect((await postForm({ email: 'late@example.com' })).headers.location).toBe('/')
})
