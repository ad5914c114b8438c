import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { adminApiOf, signedInStaff } from '#harness/staff.ts'

const shop = await openShop({ seed: true })
const { db } = shop
const staff = await signedInStaff(shop, 'editor')
const admin = adminApiOf(staff)

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

test('messages of a search are a CSV file with a column for each field, which only writers get', async () => {
  const url = '/api/admin/submissions/export?q=whale'
  await db
    .insertInto('form_submissions')
    .values(
      [{ Message: 'a whale, please' }, { Message: '=whale()', Phone: '9000000001' }].map((fields) => ({
        assigned_to: staff.id,
        form_slug: 'contact',
        form_name: 'Contact',
        values: JSON.stringify(Object.entries(fields).map(([label, value]) => ({ label, value }))),
        email: null,
        expires_at: new Date(Date.now() + 86_400_000),
      })),
    )
    .execute()

  const { name } = await db
    .selectFrom('staff')
    .select('name')
    .where('id', '=', staff.id)
    .executeTakeFirstOrThrow()
  const file = await staff.request({ method: 'GET', url })

  expect(file.headers['content-type']).toContain('text/csv')
  const [head, ...lines] = String(file.body).replace('\ufeff', '').trimEnd().split('\r\n')
  expect(head).toBe('message,form,received,assigned_to,answered,answered_by,Message,Phone')
  expect(lines.map((line) => line.split('Z,')[1])).toEqual([
    `${name},,,'=whale(),9000000001`,
    `${name},,,"a whale, please",`,
  ])
  const viewer = await signedInStaff(shop, 'viewer')
  expect((await viewer.request({ method: 'GET', url })).status).toBe(403)
  const logged = await db
    .selectFrom('audit_log')
    .select(['actor', 'after'])
    .where('action', '=', 'submission.export')
    .executeTakeFirst()
  expect(logged).toEqual({ actor: staff.email, after: { rows: 2 } })
})

test('a message is assigned to staff who may answer it, and found by them', async () => {
  const id = await receive('meera@example.com')
  const other = await signedInStaff(shop, 'manager')
  const viewer = await signedInStaff(shop, 'viewer')
  const assignees = ok(await admin.adminSubmissions.assignees()).map((one) => one.id)
  expect(assignees).toEqual(expect.arrayContaining([staff.id, other.id]))
  expect(assignees).not.toContain(viewer.id)
  const assign = (staff_id: number | null, from_id: number | null) =>
    admin.adminSubmissions.assign({ id, staff_id, from_id })

  expect(ok(await assign(other.id, null)).assigned_to).toMatchObject({ id: other.id })
  expect(await assign(staff.id, null)).toMatchObject({
    code: 'STALE_RECORD',
    data: { assigned_to: { id: other.id } },
  })
  expect(await assign(viewer.id, other.id)).toMatchObject({ errors: { staff_id: [expect.any(String)] } })
  const idsOf = async (reader: typeof admin, assigned: 'me' | 'none') =>
    ok(await reader.adminSubmissions.list({ assigned })).data.map((row) => row.id)
  expect(await idsOf(other.admin, 'me')).toEqual([id])
  expect(await idsOf(admin, 'me')).not.toContain(id)
  expect(await idsOf(admin, 'none')).not.toContain(id)

  const setActive = (is_active: boolean) =>
    db.updateTable('staff').set({ is_active }).where('id', '=', other.id).execute()
  expect(await idsOf(admin, 'none')).not.toContain(id)
  await setActive(false)
  expect(await idsOf(admin, 'none')).toContain(id)
  await setActive(true)
  expect(ok(await assign(null, other.id)).assigned_to).toBeNull()
  expect(await idsOf(admin, 'none')).toContain(id)
  const logged = await db
    .selectFrom('audit_log')
    .select(['record_id', 'before', 'after'])
    .where('action', '=', 'submission.assign')
    .orderBy('id')
    .execute()
  expect(logged).toMatchObject([
    { record_id: String(id), before: { assigned_to: null }, after: { assigned_to: other.id } },
    { before: { assigned_to: other.id }, after: { assigned_to: null } },
  ])
})
