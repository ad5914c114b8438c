import { expect, test } from 'vitest'
import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { adminApiOf, signedInStaff } from '#harness/staff.ts'
import { problemsOfSection } from '#sections/section-loaders.ts'
import { publishPage } from '#server/content/pages/editing/publish-page.ts'
import { saveDraft } from '#server/content/pages/editing/save-draft.ts'
import { readEditablePage } from '#server/content/pages/read-editable-page.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { defineServerPlugin } from '../plugins/define-server-plugin.ts'
import { writePlugin } from '../plugins/editing/write-plugin.ts'
import { writeSettings } from '../settings/editing/write-settings.ts'

const consent = {
  id: 'Counter',
  name: 'Counter',
  description: 'Counts visits',
  required: false,
  group: 'optional',
  cookie_names: ['_count'],
} as const
const counter = defineServerPlugin(
  definePlugin({
    module_name: 'Counter',
    title: '',
    description: '',
    icon: 'box',
    config: z.object({}),
    consent,
  }),
  { apiVersion: 1 },
)
const shop = await openShop({ seed: true, pages: true, plugins: [counter] })
const { db, services, guest } = shop
const switchPlugin = async (is_active: boolean) => {
  await writePlugin(db, [counter], { module_name: 'Counter', is_active })
  await services.changes.catchUp()
}
const essential = { id: 'essential', accepted: true }
const form = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  url: '/cookie-preferences',
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
    ...headers,
  },
  payload: new URLSearchParams(fields).toString(),
})
const records = () => db.selectFrom('consent_records').selectAll().orderBy('created_at').execute()

test('the storefront lists the essential cookie and the entries of active plugins', async () => {
  await switchPlugin(false)
  expect(ok(await shop.api.storefront.all()).cookies).toMatchObject([{ id: 'essential', required: true }])
  await switchPlugin(true)

  const { cookies } = ok(await shop.api.storefront.all())

  expect(cookies).toMatchObject([{ id: 'essential' }, consent])
  expect(ok(await shop.api.plugins.all())).toMatchObject([{ consent: 'Counter', is_tracker: true }])
})

test('an entry for videos and maps is offered while a published page has one', async () => {
  await switchPlugin(false)
  const { id: pageId } = await db
    .selectFrom('pages')
    .select('id')
    .where('slug', '=', 'about')
    .executeTakeFirstOrThrow()
  const original = (await readEditablePage(db, pageId)).content
  const publish = async (content: object) => {
    const { revision } = await readEditablePage(db, pageId)
    const edit = { pageId, author: 'editor@example.com' }
    const draft = await saveDraft(db, { ...edit, revision, content }, problemsOfSection)
    await publishPage(db, { ...edit, revision: draft }, problemsOfSection)
    await services.changes.catchUp()
  }
  const ids = async () => ok(await shop.api.storefront.all()).cookies.map(({ id }) => id)
  const withVideo = (url: string) => ({
    ...original,
    sections: [...original.sections, { id: null, component: 'Video', settings: { url } }],
  })
  expect(await ids()).toEqual(['essential'])

  await publish(withVideo('/media/kiln.mp4'))
  expect(await ids()).toEqual(['essential'])
  await publish(withVideo('https://youtu.be/dQw4w9WgXcQ'))
  expect(await ids()).toEqual(['essential', 'embeds'])
  await publish(original)
  expect(await ids()).toEqual(['essential'])

  // The gift guide has a map, which shows the address of this setting.
  await writeSettings(db, { google_embed_url: 'https://www.google.com/maps/embed?pb=1' })
  await services.changes.catchUp()
  expect(await ids()).toEqual(['essential', 'embeds'])
  await writeSettings(db, { google_embed_url: '' })
  await services.changes.catchUp()
})

test('saving preferences sets the cookie for a year and records the choice without personal data', async () => {
  await switchPlugin(true)
  const visitor = guest()

  const reply = await visitor.request({
    method: 'POST',
    url: '/api/storefront/cookie-preferences',
    payload: {
      choices: [
        { id: 'essential', accepted: false },
        { id: 'Counter', accepted: true },
        { id: 'Unknown', accepted: true },
      ],
    },
  })

  const choices = [essential, { id: 'Counter', accepted: true }]
  expect(reply).toMatchObject({ status: 200, body: { data: { choices } } })
  const header = String(reply.headers['set-cookie'])
  expect(header).toContain(`cookiePreferences=${encodeURIComponent(JSON.stringify(choices))}`)
  expect(header).toContain('Max-Age=31536000')
  expect(header).not.toContain('HttpOnly')
  const record = (await records()).at(-1)
  expect(Object.keys(record ?? {}).sort()).toEqual(['choices', 'created_at', 'id', 'version'])
  expect(record).toMatchObject({
    id: (reply.body as { data: { consent_id: string } }).data.consent_id,
    choices,
  })
})

test('the record’s version changes with the offered entries', async () => {
  await switchPlugin(true)
  ok(await shop.api.storefront.saveCookies({ choices: [] }))
  await switchPlugin(false)
  ok(await shop.api.storefront.saveCookies({ choices: [] }))

  const [before, after] = (await records()).slice(-2)

  expect(after?.version).not.toBe(before?.version)
})

test('the banner is in cached pages of all visitors, and its stylesheet shows it until all ids are answered', async () => {
  await switchPlugin(false)
  const visitor = guest()
  const banner = async (headers = {}) =>
    String((await visitor.request({ method: 'GET', url: '/cookie-banner.css', headers })).body)
  const page = String((await visitor.request({ method: 'GET', url: '/about' })).body)
  expect(page).toContain('aria-label="Cookies"')
  expect(page).toContain('Manage cookies')
  // Nothing optional, nothing to ask.
  expect(await banner()).toBe('')

  const posted = await visitor.request(
    form({ choice: 'decline' }, { referer: 'https://shop.example/cart?a=1' }),
  )

  expect(posted).toMatchObject({ status: 303, headers: { location: '/cart?a=1' } })
  await switchPlugin(true)
  expect(await banner()).toContain('display:grid')
  expect(await banner({ 'sec-gpc': '1' })).toBe('')
  await visitor.request(form({ choice: 'decline' }, { referer: 'https://shop.example/cart?a=1' }))
  expect(await banner()).toBe('')
})

test('preferences without scripts are saved on a page of their own and lead back', async () => {
  await switchPlugin(true)
  const visitor = guest()
  const posted = await visitor.request(
    form({ choice: 'preferences' }, { referer: 'https://shop.example/about' }),
  )
  expect(posted).toMatchObject({
    status: 303,
    headers: { location: '/cookie-preferences?return_to=%2Fabout' },
  })
  const open = async () =>
    String((await visitor.request({ method: 'GET', url: String(posted.headers.location) })).body)
  expect(await open()).toContain('value="Counter">')

  const saved = await visitor.request(form({ choice: 'save', 'accepted[]': 'Counter', return_to: '/about' }))

  expect(saved).toMatchObject({ status: 303, headers: { location: '/about' } })
  expect(await open()).toContain('value="Counter" checked>')
})

test('a post from another site is refused', async () => {
  expect(await guest().request(form({ choice: 'accept' }, { 'sec-fetch-site': 'cross-site' }))).toMatchObject(
    {
      status: 403,
    },
  )
})

test('without the cookie warning there is no banner, no record and no consent to wait for', async () => {
  await switchPlugin(true)
  const before = (await records()).length
  const { appearance } = await db.selectFrom('storefronts').select('appearance').executeTakeFirstOrThrow()
  const write = async (value: unknown) => {
    await db
      .updateTable('storefronts')
      .set({ appearance: json(value) })
      .execute()
    await db.insertInto('change_log').values({ tag: 'storefront' }).execute()
    await services.changes.catchUp()
  }
  await write({ ...(appearance as object), is_cookie_warning_enabled: false })

  const page = String((await guest().request({ method: 'GET', url: '/about' })).body)
  const css = await guest().request({ method: 'GET', url: '/cookie-banner.css' })

  expect(page).not.toContain('aria-label="Cookies"')
  expect(page).not.toContain('Manage cookies')
  expect(css.body).toBe('')
  expect(ok(await shop.api.plugins.all())).toMatchObject([{ consent: null, is_tracker: true }])
  expect(ok(await shop.api.storefront.saveCookies({ choices: [] })).consent_id).toBeNull()
  expect(await records()).toHaveLength(before)
  await write(appearance)
})

test('staff find the records by version, id and day, and export what they found', async () => {
  await db.deleteFrom('consent_records').execute()
  const staff = await signedInStaff(shop, 'viewer')
  const admin = adminApiOf(staff)
  await switchPlugin(false)
  ok(await guest().api.storefront.saveCookies({ choices: [essential] }))
  await switchPlugin(true)
  ok(await guest().api.storefront.saveCookies({ choices: [essential, { id: 'Counter', accepted: false }] }))
  // In the time zone of the demo shop, 5.5 hours ahead, this is the 2nd of March.
  const at = new Date('2026-03-01T20:00:00Z')
  const [former, declined] = await records()
  await db
    .updateTable('consent_records')
    .set({ created_at: at })
    .where('id', '=', former?.id ?? '')
    .execute()

  const all = ok(await admin.adminConsentRecords.list({}))
  expect(all).toMatchObject({ total: 2, last_page: 1 })
  expect(all.data).toEqual([
    {
      id: declined?.id,
      version: declined?.version,
      created_at: declined?.created_at.toISOString(),
      accepted: ['essential'],
      declined: ['Counter'],
    },
    {
      id: former?.id,
      version: former?.version,
      created_at: at.toISOString(),
      accepted: ['essential'],
      declined: [],
    },
  ])
  const found = async (query: object) =>
    ok(await admin.adminConsentRecords.list(query)).data.map(({ id }) => id)
  expect(await found({ q: former?.version })).toEqual([former?.id])
  expect(await found({ q: declined?.id.toUpperCase() })).toEqual([declined?.id])
  expect(await found({ q: 'unknown' })).toEqual([])
  expect(await found({ from: '2026-03-02', to: '2026-03-02' })).toEqual([former?.id])
  expect(await found({ to: '2026-03-01' })).toEqual([])
  expect(await found({ from: '2026-03-03' })).toEqual([declined?.id])
  expect(await found({ page: 100_000 })).toEqual([])

  const { body } = await staff.request({
    method: 'GET',
    url: '/api/admin/consent-records/export?from=2026-03-02&to=2026-03-02',
  })
  expect(String(body).replace('\ufeff', '').split('\r\n')).toEqual([
    'record,given,version,accepted,declined',
    `${former?.id},${at.toISOString()},${former?.version},essential,`,
    '',
  ])
})
