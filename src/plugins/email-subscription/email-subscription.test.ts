import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { register } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { adminApiOf, signedInStaff } from '#harness/staff.ts'
import { startToken } from '#server/content/forms/fill-time.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { runPlugin } from '../../cli/plugin.ts'
import { emailSubscriptionPlugin } from './server.ts'
import { confirmationUrl, deleteUnconfirmed, requestSubscription } from './subscribe.server.ts'
import { emailSubscriptionWeb } from './web.ts'

const plugins = [emailSubscriptionPlugin]
const webPlugins = [emailSubscriptionWeb]
const shop = await openShop({ seed: true, pages: true, plugins, webPlugins })
const { db, services, guest } = shop
async function switchPlugin(is_active: boolean) {
  await writePlugin(db, plugins, { module_name: 'emailSubscription', is_active })
  await services.changes.catchUp()
}
await switchPlugin(true)

const policyLink = '<!-- --> <a href="/privacy-policy">Privacy policy</a>'
const call = (name: string, payload: object) =>
  guest().request({ method: 'POST', url: `/api/plugins/emailSubscription/${name}`, payload })
const mailsTo = (recipient: string) =>
  db.selectFrom('outbox').select(['kind', 'text']).where('recipient', '=', recipient).orderBy('id').execute()
const linkTo = async (recipient: string) => {
  const [mail] = await mailsTo(recipient)
  return new URL(/http\S+newsletter-confirmation\S+/.exec(mail?.text ?? '')?.[0] ?? '')
}
const subscription = async (email: string) =>
  (await sql<Record<string, unknown>>`select * from email_subscriptions where email = ${email}`.execute(db))
    .rows[0]
const exported = async () => {
  const lines: string[] = []
  const { config } = services
  await runPlugin({ db, config, installed: plugins, print: (line) => void lines.push(line) }, [
    'export',
    'emailSubscription',
  ])
  return lines
}

test('a subscription takes effect when the mailed link is confirmed, and records the consent', async () => {
  const reply = await call('subscribe', { email: 'Asha@example.com', website: '', source: 'footer' })
  expect(reply).toMatchObject({ status: 200, body: { data: { email: 'Asha@example.com' } } })
  expect(await exported()).toEqual([])
  const link = await linkTo('asha@example.com')

  const page = await shop.request({ method: 'GET', url: link.pathname + link.search })
  expect(page.body).toContain('Confirm subscription')
  expect(await subscription('asha@example.com')).toMatchObject({ confirmed_at: null })
  const confirmed = await call('confirm', Object.fromEntries(link.searchParams))

  expect(confirmed).toMatchObject({ status: 200, body: { message: 'You are subscribed' } })
  expect(await subscription('asha@example.com')).toMatchObject({
    source: 'footer',
    wording: 'We email you about offers and news. You can unsubscribe at any time.',
    confirmed_at: expect.any(Date),
  })
  const [header, row] = await exported()
  expect(header).toBe('email,source,wording,wording_version,requested_at,confirmed_at,unsubscribe_url')
  expect(row).toMatch(/^asha@example.com,footer,/)
})

test('subscribing again mails nothing to a subscriber, with the same reply', async () => {
  const reply = await call('subscribe', { email: 'asha@example.com' })

  expect(reply).toMatchObject({ status: 200 })
  expect(await mailsTo('asha@example.com')).toHaveLength(1)
})

test('a full-width twin of an address is the same subscription', async () => {
  for (const email of ['twin@example.com', '\uff34\uff37\uff29\uff2e@example.com', 'tw\u200bin@example.com'])
    expect(await call('subscribe', { email })).toMatchObject({ status: 200 })

  const { rows } = await sql<{ email: string }>`
    select email from email_subscriptions where email like '%@example.com' and requested_at > now() - interval '1 minute'
    and email <> 'asha@example.com'`.execute(db)
  expect(rows).toEqual([{ email: 'twin@example.com' }])
  expect(await mailsTo('twin@example.com')).toHaveLength(3)
  await sql`delete from email_subscriptions where email = 'twin@example.com'`.execute(db)
})

test('an unsubscribed address leaves the export, and a new confirmation brings it back with its own time', async () => {
  await sql`update email_subscriptions set confirmed_at = '2020-01-01'`.execute(db)
  const [mail] = await mailsTo('asha@example.com')
  const [, mailed] = /Unsubscribe: (\S+)/.exec(mail?.text ?? '') ?? []
  const [, row] = await exported()
  expect(row?.endsWith(`,${mailed}`)).toBe(true)
  const { pathname, search } = new URL(mailed ?? '')
  await guest().request({ method: 'POST', url: pathname + search })
  expect(await exported()).toEqual([])

  const link = new URL(confirmationUrl(services.config, 'asha@example.com'))
  await call('confirm', Object.fromEntries(link.searchParams))

  expect(await exported()).toHaveLength(2)
  expect((await exported()).join()).not.toContain('2020-01-01')
})

test('a wrong, foreign or expired confirmation link is refused', async () => {
  await call('subscribe', { email: 'ravi@example.com' })
  const link = await linkTo('ravi@example.com')
  const old = new URL(confirmationUrl(services.config, 'ravi@example.com', Date.now() - 8 * 86_400_000))
  const wrong = [
    { email: 'ravi@example.com', token: 'x' },
    { email: 'other@example.com', token: link.searchParams.get('token') },
    Object.fromEntries(old.searchParams),
  ]

  for (const input of wrong) expect(await call('confirm', input)).toMatchObject({ status: 422 })
  expect(await subscription('ravi@example.com')).toMatchObject({ confirmed_at: null })
})

test('an invalid address is refused at its field, and a filled honeypot stores nothing', async () => {
  const invalid = await call('subscribe', { email: 'asha' })
  const trapped = await call('subscribe', { email: 'bot@example.com', website: 'x' })

  expect(invalid).toMatchObject({
    status: 422,
    body: { errors: { email: ['The value must be an valid email address'] } },
  })
  expect(trapped).toMatchObject({ status: 200 })
  expect(await subscription('bot@example.com')).toBeUndefined()
})

test('a formula in an exported cell is not run by spreadsheets', async () => {
  await sql`insert into email_subscriptions (email, source, wording, wording_version, confirmed_at)
    values ('=cmd@example.com', 'section', 'a, "b"', '1', now())`.execute(db)

  expect((await exported()).at(-1)).toMatch(/^'=cmd@example.com,section,"a, ""b""",1,/)
})

test('unconfirmed requests are deleted after seven days', async () => {
  await requestSubscription(
    services,
    { consent_text: 'x', submit_label: 'x' },
    { email: 'late@example.com', source: 'section' },
  )
  await sql`update email_subscriptions set requested_at = now() - interval '8 days'`.execute(db)

  await deleteUnconfirmed(db)

  expect(await subscription('late@example.com')).toBeUndefined()
  expect(await subscription('asha@example.com')).toBeDefined()
})

test('account export and deletion include the subscription', async () => {
  const visitor = guest()
  const { email, password } = await register(visitor)
  await requestSubscription(services, { consent_text: 'x', submit_label: 'x' }, { email, source: 'section' })
  ok(await visitor.api.account.reauthenticate({ password }))

  expect(ok(await visitor.api.account.export()).plugins).toMatchObject({
    newsletter: [{ source: 'section' }],
  })
  ok(await visitor.api.account.deleteAccount())

  expect(await subscription(email.toLowerCase())).toBeUndefined()
})

test('staff find subscriptions by state and address, and end them', async () => {
  const owner = await signedInStaff(shop, 'owner')
  const viewer = await signedInStaff(shop, 'viewer')
  const list = async (query: object) => ok(await owner.admin.adminSubscribers.list(query)).data
  const subscriber = (email: string, confirmed_at: string | null) =>
    sql`insert into email_subscriptions (email, source, wording, wording_version, confirmed_at)
      values (${email}, 'footer', 'We email you', '1', ${confirmed_at})`.execute(db)
  await subscriber('meera@example.com', '2026-01-01T00:00:00Z')
  await subscriber('me_era@example.com', null)

  const [found] = await list({ q: 'MEERA@' })
  expect(found).toMatchObject({ email: 'meera@example.com', state: 'subscribed', source: 'footer' })
  expect((await list({ q: 'me_' })).map(({ email }) => email)).toEqual(['me_era@example.com'])
  expect((await list({ q: 'me', state: 'unconfirmed' })).map(({ email }) => email)).toEqual([
    'me_era@example.com',
  ])

  const id = found?.id ?? 0
  expect(await viewer.admin.adminSubscribers.unsubscribe({ ids: [id] })).toMatchObject({ code: 'FORBIDDEN' })
  const reply = await owner.admin.adminSubscribers.unsubscribe({ ids: [id, 999_999_999] })

  expect(reply).toMatchObject({ message: '1 of 2 unsubscribed' })
  expect(ok(reply).results).toMatchObject([{ code: null }, { code: 'NOT_FOUND' }])
  expect(await list({ q: 'meera' })).toMatchObject([
    { state: 'unsubscribed', unsubscribed_at: expect.any(String) },
  ])
  expect((await exported()).join()).not.toContain('meera@')
  const entries = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'subscriber.unsubscribe')
    .execute()
  expect(entries).toMatchObject([{ actor: owner.email, record_id: String(id) }])
  expect(JSON.stringify(entries), 'the log outlives the address').not.toContain('meera')
})

test('the export is the command line’s, for roles that may write, and is in the audit log', async () => {
  const owner = await signedInStaff(shop, 'owner')
  const viewer = await signedInStaff(shop, 'viewer')
  const url = '/api/admin/subscribers/export'

  const file = await owner.request({ method: 'GET', url })

  expect(file.headers['content-type']).toContain('text/csv')
  expect(String(file.body).replace('\ufeff', '').trimEnd().split('\r\n')).toEqual(await exported())
  expect((await viewer.request({ method: 'GET', url })).status).toBe(403)
  const entry = await db
    .selectFrom('audit_log')
    .select(['actor', 'after'])
    .where('action', '=', 'subscriber.export')
    .executeTakeFirst()
  expect(entry).toMatchObject({ actor: owner.email, after: { rows: expect.any(Number) } })
})

test('the export of a segment has its customers who consented, and needs the permission to see customers', async () => {
  const owner = await signedInStaff(shop, 'owner')
  const admin = adminApiOf(owner)
  const people = ['in@example.com', 'silent@example.com', 'left@example.com', 'out@example.com']
  for (const email of people)
    ok(
      await admin.adminCustomers.create({
        first_name: email === 'out@example.com' ? 'Out' : 'In',
        last_name: '',
        email,
        phone: '',
      }),
    )
  const ids = ok(await admin.adminCustomers.list({ q: 'In' })).data.map(({ id }) => id)
  ok(await admin.adminCustomers.organize({ ids, add: ['Mailing'] }))
  const { id } = ok(
    await admin.adminCustomerSegments.create({ name: 'Mailing', filter: { tag: 'Mailing', kind: 'guest' } }),
  )
  for (const email of people.filter((one) => one !== 'silent@example.com'))
    await sql`insert into email_subscriptions (email, source, wording, wording_version, confirmed_at)
      values (${email}, 'section', 'a', 1, now())`.execute(db)
  await sql`insert into mail_refusals (email) values ('left@example.com')`.execute(db)

  const exportOf = (staff: typeof owner, segment: number) =>
    staff.request({ method: 'GET', url: `/api/admin/subscribers/export?segment=${segment}` })
  const rows = String((await exportOf(owner, id)).body)
    .trimEnd()
    .split('\r\n')
    .slice(1)
  expect(rows.map((row) => row.split(',')[0])).toEqual(['in@example.com'])
  expect((await exportOf(owner, 999_999_999)).status).toBe(404)
  const { data: logged } = ok(await admin.adminAudit.list({ record_type: 'subscriber' }))
  expect(logged[0]).toMatchObject({ action: 'subscriber.export', after: { rows: 1, segment: id } })
  await sql`insert into staff_roles (code, name, permissions) values ('mailer', 'Mailer', '{marketing.read,marketing.write}')`.execute(
    db,
  )
  expect((await exportOf(await signedInStaff(shop, 'mailer'), id)).status).toBe(403)
})

test('the footer’s form posts without scripts, and its own page shows the result', async () => {
  const page = String((await shop.request({ method: 'GET', url: '/about' })).body)
  const footer = /<form[^>]*action="(\/forms\/plugins\/emailSubscription\/subscribe)".*?<\/form>/s.exec(page)
  expect(footer?.[0]).toContain('name="started"')
  const started = startToken(services.config, Date.now() - 60_000)
  expect(footer?.[0]).toContain('name="source" value="footer"')
  expect(footer?.[0]).toContain(`unsubscribe at any time.${policyLink}`)
  const post = (email: string) =>
    guest().request({
      method: 'POST',
      url: footer?.[1] ?? '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        email,
        source: 'footer',
        page: '/forms/newsletter',
        started,
      }).toString(),
    })
  const shown = async ({ headers }: { headers: Record<string, unknown> }) =>
    String((await shop.request({ method: 'GET', url: String(headers.location).split('#')[0] ?? '' })).body)

  const refused = await shown(await post('asha at home'))
  expect(refused).toContain('asha at home')
  expect(refused).toContain(`unsubscribe at any time.${policyLink}`)
  expect(await shown(await post('footer@example.com'))).toContain('Please check your inbox')

  expect(await subscription('footer@example.com')).toMatchObject({ source: 'footer' })
})

test('the home page shows the newsletter form while the plugin is active', async () => {
  const open = async () => String((await shop.request({ method: 'GET', url: '/' })).body)
  const section = /<section[^>]* data-newsletter="".*?<\/section>/s
  const [shown] = section.exec(await open()) ?? []
  expect(shown).toContain('/forms/plugins/emailSubscription/subscribe')
  expect(shown).toContain(`unsubscribe at any time.${policyLink}`)

  const consent_text = 'See our [data page](/about).'
  await writePlugin(db, plugins, { module_name: 'emailSubscription', config: { consent_text } })
  await services.changes.catchUp()
  const [changed] = section.exec(await open()) ?? []
  expect(changed).toContain('See our <a href="/about">data page</a>.')
  expect(changed).not.toContain('Privacy policy')

  await switchPlugin(false)

  expect((await shop.request({ method: 'GET', url: '/' })).body).not.toContain('emailSubscription/subscribe')
  expect(await call('subscribe', { email: 'a@example.com' })).toMatchObject({
    status: 404,
    body: { code: 'PLUGIN_INACTIVE' },
  })
})
