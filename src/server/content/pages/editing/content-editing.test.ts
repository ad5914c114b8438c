import type { AddressInfo } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'

const shop = await openShop({ seed: true, pages: true, pageCache: true })
const { app, db, services } = shop
const { admin } = await signedInStaff(shop, 'editor')

beforeEach(() => db.deleteFrom('rate_limits').execute())

const open = async (url: string) => {
  await services.changes.catchUp()
  return (await app.inject({ url, headers: { 'sec-fetch-site': 'same-origin' } })).body
}

async function menuOf(slug: string) {
  const { id } = await db.selectFrom('menus').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
  return ok(await admin.adminMenus.get({ id }))
}

test('changed footer and header menus are on cached pages', async () => {
  await open('/')
  const footer = await menuOf('footer')
  const [column] = footer.values.items
  ok(
    await admin.adminMenus.update({
      id: footer.id,
      version: footer.version,
      values: {
        ...footer.values,
        items: [
          {
            ...(column as NonNullable<typeof column>),
            label: 'Glaze library',
            children: [{ label: 'Celadon', url: '/celadon' }],
          },
        ],
      },
    }),
  )
  const header = await menuOf('header')
  ok(
    await admin.adminMenus.update({
      id: header.id,
      version: header.version,
      values: { ...header.values, items: [...header.values.items, { label: 'Open studio', url: '/studio' }] },
    }),
  )

  const page = await open('/')
  expect(page).toContain('Glaze library')
  expect(page).toContain('<a href="/celadon">Celadon</a>')
  expect(page).toContain('Open studio')
})

test('a menu has as many levels as the shop shows where it is, and stays while it is shown', async () => {
  const { data } = ok(await admin.adminMenus.list({ sort: 'name', order: 'asc' }))
  const shown = Object.fromEntries(data.map(({ slug, shown_in, levels }) => [slug, { shown_in, levels }]))
  expect(shown).toMatchObject({
    header: { shown_in: ['Header'], levels: 3 },
    footer: { shown_in: ['Footer'], levels: 2 },
    'top-bar': { shown_in: ['TopBar'], levels: 1 },
  })
  const bar = await menuOf('top-bar')
  const items = [{ label: 'Help', url: '/help', children: [{ label: 'Returns', url: '/returns' }] }]
  expect(await admin.adminMenus.update({ ...bar, values: { ...bar.values, items } })).toMatchObject({
    errors: { 'values.items.0.children.0.label': ['The shop shows one level of this menu'] },
  })
  expect(await admin.adminMenus.remove({ id: bar.id, version: bar.version })).toMatchObject({
    code: 'IN_USE',
    data: { names: ['TopBar'] },
  })
  expect(await admin.adminMenus.update({ ...bar, values: { ...bar.values, slug: 'other' } })).toMatchObject({
    errors: { 'values.slug': [expect.stringContaining('cannot change')] },
  })
})

test('a menu link to a script is refused', async () => {
  for (const url of ['javascript:alert(1)', '//evil.example', 'shop'])
    expect(
      await admin.adminMenus.create({ values: { name: 'Links', items: [{ label: 'A', url }] } }),
    ).toMatchObject({ status: 'error', errors: { 'values.items.0.url': [expect.any(String)] } })
})

test('answers of an FAQ are stored without scripts and shown at once', async () => {
  const { id } = await db.selectFrom('faqs').select('id').executeTakeFirstOrThrow()
  const faq = ok(await admin.adminFaqs.get({ id }))
  const answer = '<p>At <strong>1240 degrees</strong><script>alert(1)</script></p>'
  const groups = [...faq.values.groups, { title: 'Firing', items: [{ question: 'How hot?', answer }] }]
  await open('/faq')
  const saved = ok(await admin.adminFaqs.update({ ...faq, values: { ...faq.values, groups } }))

  expect(saved.values.groups.at(-1)?.items[0]?.answer).toBe('<p>At <strong>1240 degrees</strong></p>')
  expect(await open('/faq')).toContain('1240 degrees')
  expect(await admin.adminFaqs.remove({ id, version: saved.version })).toMatchObject({ code: 'IN_USE' })
})

const fields = [
  { label: 'Your name' },
  { label: 'E-mail', type: 'email' as const, name: 'email' },
  {
    label: 'Repeat e-mail',
    type: 'email' as const,
    rules: [{ rule: 'same_as' as const, field: 'email' }],
  },
  { label: 'Class', type: 'select' as const, options: [{ label: 'Throwing' }, { label: 'Glazing' }] },
]

test('a form is built, submitted over the network by a shopper, and answered', async () => {
  const form = ok(await admin.adminForms.create({ values: { name: 'Studio visit', fields } }))
  expect(form.values.fields.map(({ name }) => name)).toEqual(['your_name', 'email', 'repeat_e_mail', 'class'])
  expect(await open('/forms/studio-visit')).toContain('Repeat e-mail')

  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const submit = async (values: object) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/form/submit/studio-visit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ values }),
    })
    return { status: response.status, body: (await response.json()) as object }
  }
  const values = { your_name: 'Ravi', email: 'ravi@example.com', class: 'Glazing' }
  expect(await submit({ ...values, repeat_e_mail: 'other@example.com' })).toMatchObject({ status: 422 })
  expect(await submit({ ...values, repeat_e_mail: 'ravi@example.com' })).toMatchObject({ status: 200 })

  const [message] = ok(await admin.adminSubmissions.list({ form: 'studio-visit' })).data
  expect(message).toMatchObject({ email: 'ravi@example.com', answered_at: null })
  ok(await admin.adminSubmissions.answer({ id: message?.id as number, text: 'Come on Friday.' }))
  const mail = await db
    .selectFrom('outbox')
    .select('text')
    .where('kind', '=', 'form_answer')
    .where('recipient', '=', 'ravi@example.com')
    .executeTakeFirstOrThrow()
  expect(mail.text).toContain('Come on Friday.')

  // The message keeps what the removed field said.
  ok(
    await admin.adminForms.update({
      ...form,
      values: { ...form.values, fields: form.values.fields.slice(0, 2) },
    }),
  )
  const { values: storedValues } = ok(await admin.adminSubmissions.get({ id: message?.id as number }))
  expect(storedValues).toContainEqual({ label: 'Class', value: 'Glazing' })
  expect(await open('/forms/studio-visit')).not.toContain('Repeat e-mail')
})

test.each([
  [[{ label: 'Name' }, { label: 'name' }], 'fields.1.name', /Another field is called “name”/],
  [[{ label: 'Class', type: 'radio' as const }], 'fields.0.options', /add an option/],
  [[{ label: 'Name', options: [{ label: 'A' }] }], 'fields.0.options', /no options/],
  [
    [{ label: 'Name', rules: [{ rule: 'same_as' as const, field: 'name' }] }],
    'fields.0.rules.0.field',
    /another field/,
  ],
  [
    [
      {
        label: 'Name',
        rules: [
          { rule: 'min' as const, limit: '1' },
          { rule: 'min' as const, limit: '2' },
        ],
      },
    ],
    'fields.0.rules.1.rule',
    /already/,
  ],
  [
    [{ label: 'Name', rules: [{ rule: 'pattern' as const, pattern: '(' }] }],
    'fields.0.rules.0.pattern',
    /regular/,
  ],
])('a form with fields that do not fit is refused: %j', async (wrong, field, message) => {
  expect(await admin.adminForms.create({ values: { name: 'Wrong', fields: wrong } })).toMatchObject({
    status: 'error',
    errors: { [`values.${field}`]: [expect.stringMatching(message)] },
  })
})

test('stored forms of the demo shop survive a save unchanged', async () => {
  const before = await db.selectFrom('forms').select(['id', 'fields']).orderBy('id').execute()
  for (const { id, fields: stored } of before) {
    const form = ok(await admin.adminForms.get({ id }))
    ok(await admin.adminForms.update({ ...form, values: { ...form.values, name: `${form.values.name}.` } }))
    const after = await db.selectFrom('forms').select('fields').where('id', '=', id).executeTakeFirstOrThrow()
    expect(after.fields).toEqual(stored)
  }
})
