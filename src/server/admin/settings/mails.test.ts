import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { clientFaults } from '#harness/mail-clients.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { readMailLook } from '#server/platform/notify/mail-look.ts'
import { mailLines, mailPage } from '#server/platform/notify/mail-page.ts'
import { mailTemplate, mistakeInTemplate } from '#server/platform/notify/mail-texts.ts'
import { installedPlugins } from '../../../plugins/installed.server.ts'
import { serveMailPreview } from '../../http/admin/serve-mail-preview.ts'
import { shopMails } from './shop-mails.ts'

const shop = await openShop({ seed: true, plugins: installedPlugins })
const { db, services } = shop
const { admin, email, cookies } = await signedInStaff(shop, 'owner')
const { adminMails } = admin
const app = Fastify()
serveMailPreview(app, services)
const preview = (path: string, signedIn = true) =>
  app.inject({
    url: `/admin/mail-preview/${path}`,
    ...(signedIn && {
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    }),
  })

const mail = async (id: string) => ok(await adminMails.get({ id }))
const lastMail = () => db.selectFrom('outbox').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

test('every mail has a name of its own, valid default texts and a sample of both parts', async () => {
  const mails = shopMails(services)
  const look = await readMailLook(services)

  expect(new Set(mails.map(({ name }) => name)).size).toBe(mails.length)
  expect(mails.length).toBeGreaterThan(25)
  for (const one of mails) {
    for (const template of Object.values(mailTemplate(one)))
      expect(mistakeInTemplate(one, template), one.name).toBeUndefined()
    const sample = one.sample({ ...look, texts: { [one.name]: { closing: 'Yours, the {store_name} team' } } })
    expect(sample.subject, one.name).toMatch(/\w/)
    expect(sample.subject + sample.text + sample.html, one.name).not.toMatch(/undefined|\{[a-z_]+\}/)
    // A whole amount as the shop formats it.
    expect(sample.text, one.name).not.toMatch(/₹[\d,]+\.00/)
    // The merchant's text is in both parts, escaped.
    expect(sample.text, one.name).toContain('Yours, the Kiln & Loom team')
    expect(sample.html, one.name).toContain('Yours, the Kiln &amp; Loom team')
  }
})

test('Outlook, Gmail, Apple Mail and Yahoo draw all that the mails use, or the mail is right without it', async () => {
  const look = await readMailLook(services)
  const line = { name: 'Mug', note: '', quantity: 1, total: '₹500', image_path: 'kiln/mug.avif' }
  const texts = { title: 'Order', preview: '', heading: 'Thank you' }
  const withPicture = mailPage(look, { ...texts, parts: [mailLines(look, [line])] })

  expect(clientFaults([withPicture, ...shopMails(services).map((one) => one.sample(look).html)])).toEqual([])
})

test('changed texts are used by the next mail and logged; what equals the default is not stored', async () => {
  const { version, values, defaults } = await mail('reset_link')
  const closing = 'Warm regards,\nthe studio <b>team</b>'
  const saved = ok(
    await adminMails.update({
      id: 'reset_link',
      version,
      values: { ...values, subject: 'New password, {store_name|our} shop', closing },
    }),
  )

  expect(saved.is_changed).toBe(true)
  expect(await db.selectFrom('mail_texts').selectAll().execute()).toEqual([
    {
      mail: 'reset_link',
      subject: 'New password, {store_name|our} shop',
      heading: null,
      intro: null,
      closing,
    },
  ])
  ok(await adminMails.test({ id: 'reset_link', values: {} }))
  const sent = await lastMail()
  expect(sent.recipient).toBe(email)
  expect(sent.subject).toBe('New password, Kiln & Loom shop')
  expect(sent.text).toContain(closing)
  expect(sent.html).toContain('Warm regards,<br>the studio &lt;b&gt;team&lt;/b&gt;')
  const { intro } = defaults
  expect(sent.text).toContain(intro?.replace('{store_name}', 'Kiln & Loom'))

  expect(await adminMails.update({ id: 'reset_link', version, values })).toMatchObject({
    code: 'STALE_RECORD',
  })
  ok(await adminMails.update({ id: 'reset_link', version: saved.version, values: defaults }))
  expect(await db.selectFrom('mail_texts').selectAll().execute()).toEqual([])
})

test('an unknown placeholder, a stray brace and an empty subject are refused at their fields', async () => {
  const { version, values } = await mail('order_placed')
  const refused = await adminMails.update({
    id: 'order_placed',
    version,
    values: { ...values, subject: ' ', intro: 'Dear {customer}', closing: 'Bye {' },
  })

  expect(refused).toMatchObject({ code: 'VALIDATION', errors: { subject: ['Please enter a subject'] } })
  expect(
    await adminMails.update({
      id: 'order_placed',
      version,
      values: { ...values, intro: 'Dear {customer}', closing: 'Bye {' },
    }),
  ).toMatchObject({
    errors: {
      intro: [expect.stringContaining('{customer} is not a placeholder')],
      closing: [expect.stringContaining('brace')],
    },
  })
})

test('a mail with a code keeps the subject that does not show the code', async () => {
  const { version, values } = await mail('tracking_code')
  expect(Object.keys(values)).toEqual(['intro', 'closing'])
  ok(
    await adminMails.update({
      id: 'tracking_code',
      version,
      values: { ...values, subject: 'Code {code}', closing: 'Bye' },
    }),
  )
  expect(await db.selectFrom('mail_texts').select(['subject', 'closing']).execute()).toEqual([
    { subject: null, closing: 'Bye' },
  ])
})

test('test sends are limited per member of staff', async () => {
  const answers = []
  for (let at = 0; at < 11; at++) answers.push(await adminMails.test({ id: 'order_placed', values: {} }))
  expect(answers.at(-1)).toMatchObject({ code: 'RATE_LIMITED' })
})

test('the preview shows texts that are not saved, without scripts, to staff only', async () => {
  const query = new URLSearchParams({ intro: '<script>alert(1)</script> {order_no}' })
  const shown = await preview(`order_placed?${query}`)

  expect(shown.statusCode).toBe(200)
  expect(shown.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; ')
  expect(shown.body).not.toContain('<script')
  expect(shown.headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox$/)
  expect((await preview(`order_placed?part=text&${query}`)).body).toContain('KL-100042')
  expect((await preview('order_placed?intro=%7Bnobody%7D')).statusCode).toBe(422)
  expect((await preview('no_mail')).statusCode).toBe(404)
  expect((await preview('order_placed', false)).statusCode).toBe(403)
})

test('a message that was given up is listed and queued again; codes and reset links are not', async () => {
  const failed = {
    channel: 'mail' as const,
    recipient: 'asha@example.com',
    text: 'Hello',
    attempts: 12,
    last_error: 'refused by the server',
    given_up_at: new Date(),
    created_at: new Date(Date.now() - 5 * 86_400_000),
  }
  const rows = await db
    .insertInto('outbox')
    .values([
      { ...failed, kind: 'order_paid', subject: 'Paid' },
      { ...failed, kind: 'reset_link' },
      { ...failed, kind: 'otp' },
    ])
    .returning('id')
    .execute()
  const [paid, reset] = rows as [{ id: number }, { id: number }]
  const failures = async () => ok(await admin.adminSystem.failedMessages()).messages

  expect(await failures()).toMatchObject([{ id: paid.id, subject: 'Paid', is_given_up: true }])
  expect(await admin.adminSystem.resend({ id: reset.id })).toMatchObject({ code: 'NOT_FOUND' })
  ok(await admin.adminSystem.resend({ id: paid.id }))
  expect(await failures()).toEqual([])
  const queued = await db.selectFrom('outbox').selectAll().where('id', '=', paid.id).executeTakeFirstOrThrow()
  expect(queued).toMatchObject({ attempts: 0, given_up_at: null, last_error: null })
  // Otherwise the sender gives it up again as too old.
  expect(Date.now() - queued.created_at.getTime()).toBeLessThan(60_000)
  expect(await admin.adminSystem.resend({ id: paid.id })).toMatchObject({ code: 'NOT_FOUND' })
})
