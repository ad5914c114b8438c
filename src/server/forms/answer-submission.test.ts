import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { adminApiOf, signedInStaff } from '#harness/staff.ts'

const shop = await openShop({ seed: true })
const { db } = shop
const admin = adminApiOf(await signedInStaff(shop, 'editor'))

async function receive(email: string | null) {
  const { id } = await db
    .insertInto('form_submissions')
    .values({
      form_slug: 'contact',
      form_name: 'Contact',
      values: JSON.stringify([{ label: 'Message', value: '<img src=x onerror=alert(1)>' }]),
      email,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('an answer is mailed to the sender, escaped, and the message is no longer open', async () => {
  const id = await receive('ravi@example.com')
  expect(ok(await admin.adminSubmissions.list({ state: 'open' })).data.map((row) => row.id)).toContain(id)

  const answered = ok(await admin.adminSubmissions.answer({ id, text: 'Yes. <b>Tomorrow</b>' }))
  expect(answered).toMatchObject({ answered_at: expect.any(String), answered_by: expect.any(String) })
  const mail = await db
    .selectFrom('outbox')
    .select(['recipient', 'html'])
    .where('kind', '=', 'form_answer')
    .executeTakeFirstOrThrow()
  expect(mail.recipient).toBe('ravi@example.com')
  expect(mail.html).not.toContain('<b>Tomorrow')
  expect(ok(await admin.adminSubmissions.list({ state: 'open' })).data.map((row) => row.id)).not.toContain(id)
})

test('a message without an address can only be marked as answered, and opened again', async () => {
  const id = await receive(null)
  expect(await admin.adminSubmissions.answer({ id, text: 'Yes' })).toMatchObject({ code: 'NO_MAIL_ADDRESS' })
  expect(ok(await admin.adminSubmissions.mark({ id, is_answered: true })).answered_at).not.toBeNull()
  expect(ok(await admin.adminSubmissions.mark({ id, is_answered: false })).answered_at).toBeNull()
})
