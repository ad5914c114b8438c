import { beforeEach, describe, expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { problemsOfSection } from '#sections/section-loaders.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { writeConfigurationValues } from '../storefront/configuration.ts'
import { saveDraft } from './editing/save-draft.ts'
import { createPreviewToken, previewTokenSeconds, readPreviewToken } from './preview-token.ts'
import { readEditablePage } from './read-editable-page.ts'

const host = 'https://editor.example'
const shop = await openShop({ seed: true, pages: true, pageCache: true, config: { editorOrigin: host } })
const { app, db, services } = shop
const { config } = services

const idOf = async (slug: string) =>
  (await db.selectFrom('pages').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id
const about = await idOf('about')
const other = await idOf('gift-guide')
const home = await idOf('')

const SECRET = 'Unpublished spring collection'

/** Puts a headline into the page's draft, in front of what is there. */
async function draft(pageId: number, settings: object = { title: SECRET }, more: object = {}) {
  const { content, revision } = await readEditablePage(db, pageId)
  const added = { component: 'Headline', settings, ...more }
  const edit = {
    pageId,
    revision,
    author: 'editor',
    content: { ...content, sections: [added, ...content.sections] },
  }
  await saveDraft(db, edit, problemsOfSection)
}

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers: { 'sec-fetch-site': 'same-origin', ...headers } })
const tokenOf = (pageId: number, now?: number) =>
  createPreviewToken(config, pageId, now === undefined ? {} : { now })
const stale = (pageId: number) => tokenOf(pageId, Date.now() - previewTokenSeconds * 1_000 - 1_000)
const policyOf = (reply: { headers: Record<string, unknown> }) =>
  String(reply.headers['content-security-policy'])

beforeEach(async () => {
  await db.deleteFrom('page_drafts').execute()
})

test('a preview token is valid for its page and for 15 minutes', () => {
  const now = Date.now()
  const token = tokenOf(7, now)
  expect(readPreviewToken(config, token, now)).toEqual({ id: 7, kind: 'configured' })
  expect(readPreviewToken(config, token, now + 899_000)).toEqual({ id: 7, kind: 'configured' })
  expect(readPreviewToken(config, token, now + 901_000)).toBeUndefined()
  expect(readPreviewToken(config, token.replace(/^7/, '8'), now)).toBeUndefined()
  expect(readPreviewToken(config, token.replace(/\.\d+\./, '.9999999999.'), now)).toBeUndefined()
  expect(
    readPreviewToken({ tokenSecret: 'another secret of the same length, 32' }, token, now),
  ).toBeUndefined()
  for (const text of [undefined, '', 'x', `${token}x`])
    expect(readPreviewToken(config, text, now)).toBeUndefined()
})

test('the draft is shown with a token, marked for editing, never stored, and framed by the editor alone', async () => {
  await draft(about, { title: SECRET }, { key: 'spring' })

  const reply = await get(`/about?preview=${tokenOf(about)}`)

  expect(reply.statusCode).toBe(200)
  expect(reply.body).toContain(`${SECRET}</h1>`)
  expect(reply.body).toContain('<div data-section="spring"><div data-section-controls="">')
  expect(reply.body).toMatch(/<body class="about preview">/)
  expect(reply.body).toContain(`"preview":{"page_id":${about},"host":"${host}"}`)
  expect(reply.body).toContain('<meta name="robots" content="noindex">')
  expect(reply.headers['cache-control']).toBe('private, no-store')
  expect(reply.headers['x-robots-tag']).toBe('noindex')
  expect(policyOf(reply)).toMatch(/; frame-ancestors https:\/\/editor\.example$/)
  expect(reply.headers).not.toHaveProperty('x-frame-options')
})

test('the home page has a preview, and page data too', async () => {
  await draft(home)
  expect((await get(`/?preview=${tokenOf(home)}`)).body).toContain(SECRET)

  const data = await get(`/_payload.json?test&preview=${tokenOf(home)}`)
  expect(data.json().data.sections[0]).toMatchObject({
    settings: { title: SECRET },
    edit: { id: 0, label: 'Headline' },
  })
  expect(data.headers['cache-control']).toBe('private, no-store')
})

test('the draft of a page that is not active, or has not started, is shown', async () => {
  const { content, revision } = await readEditablePage(db, about)
  const hidden = { ...content, is_active: false, starts_at: '2099-01-01T00:00:00Z', name: SECRET }
  await saveDraft(db, { pageId: about, revision, author: 'editor', content: hidden }, problemsOfSection)
  await db.updateTable('pages').set({ is_active: false }).where('id', '=', about).execute()
  await services.changes.catchUp()
  try {
    const reply = await get(`/about?preview=${tokenOf(about)}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain(SECRET)
  } finally {
    await db.updateTable('pages').set({ is_active: true }).where('id', '=', about).execute()
  }
})

test.each([
  ['no token', () => ''],
  ['a stale token', () => stale(about)],
  ['a token for another page', () => tokenOf(other)],
  ['a token with a wrong signature', () => `${tokenOf(about).slice(0, -4)}AAAA`],
  ['several tokens of which the first is wrong', () => `x&preview=${tokenOf(about)}`],
])('%s shows the published page, which no frame may show', async (_name, token) => {
  await draft(about)
  const reply = await get(`/about?preview=${token()}`)
  expect(reply.statusCode).toBe(200)
  expect(reply.body).not.toContain(SECRET)
  expect(reply.body).not.toContain('data-section=')
  expect(reply.body).not.toContain(host)
  expect(reply.body).toContain('<body class="about production">')
  expect(policyOf(reply)).toMatch(/frame-ancestors 'none'$/)
  expect(reply.headers['x-frame-options']).toBe('DENY')
})

test('the page cache holds no draft, and a cached page does not replace a preview', async () => {
  const published = await get('/about')
  await draft(about)
  for (let round = 0; round < 2; round += 1) {
    expect((await get(`/about?preview=${tokenOf(about)}`)).body).toContain(SECRET)
    expect((await get('/about')).body).toBe(published.body)
    expect((await get('/about?utm_source=x')).body).not.toContain(SECRET)
    expect((await get(`/about?preview=${stale(about)}`)).body).toBe(published.body)
    expect((await get('/about/_payload.json?test')).body).not.toContain(SECRET)
  }
})

test('a product that is not published is shown with its own token as if it were, and to none else', async () => {
  const idOf = async (slug: string) =>
    (await db.selectFrom('products').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id
  const [vase, jug] = [await idOf('moon-vase'), await idOf('milk-jug')]
  await db.updateTable('products').set({ is_published: false }).where('id', 'in', [vase, jug]).execute()
  await noteChange(db, ['*'])
  await services.changes.catchUp()
  const open = async (token: string) => (await get(`/product/moon-vase?preview=${token}`)).statusCode
  const productToken = (id: number) => createPreviewToken(config, id, { kind: 'product' })

  const shown = await get(`/product/moon-vase?preview=${productToken(vase)}`)
  expect(shown.statusCode).toBe(200)
  expect(shown.body).toContain('Add to cart')
  expect(shown.headers['cache-control']).toBe('private, no-store')
  expect(shown.headers['x-robots-tag']).toBe('noindex')
  for (const token of [
    '',
    productToken(jug),
    createPreviewToken(config, vase),
    createPreviewToken(config, vase, { kind: 'back office' }),
    createPreviewToken(config, vase, { kind: 'product', now: Date.now() - 901_000 }),
  ])
    expect(await open(token), token).toBe(404)
  expect((await get('/product/moon-vase')).statusCode).toBe(404)
  const { count } = await db
    .selectFrom('products')
    .select((row) => row.fn.countAll().as('count'))
    .where('id', 'in', [vase, jug])
    .where('is_published', '=', true)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(0)
})

test('a preview has no customer, whatever cookies come with it', async () => {
  const { id } = await db
    .insertInto('customers')
    .values({ first_name: 'Leela', last_name: 'Rao', email: 'leela@example.com' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const guest = await shop.customer(id)
  const cookie = [...guest.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const reply = await get(`/about?preview=${tokenOf(about)}`, { cookie })
  expect(reply.statusCode).toBe(200)
  expect(reply.body).not.toContain('Leela')
})

test('no call of the API answers with a draft, whatever is requested', async () => {
  await draft(about)
  const token = tokenOf(about)
  const requested = [
    `/api/page/about?preview=${token}`,
    `/api/page/${about}?token=${token}&previewPageId=${about}`,
    `/api/templateBoth/about?path=/about&preview=${token}&previewPageId=${about}`,
    `/api/templateBoth?path=${encodeURIComponent(`/about?preview=${token}`)}&query=${encodeURIComponent(`preview=${token}`)}`,
    `/api/template/Page?preview=${token}`,
  ]
  for (const url of requested) {
    const reply = await get(url, { referer: `${config.storeUrl}/about?preview=${token}` })
    expect(reply.body, url).not.toContain(SECRET)
  }
})

describe('preview-section', () => {
  const post = (payload: object) =>
    app.inject({
      method: 'POST',
      url: '/api/content/preview-section',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload,
    })
  const input = (more: object = {}) => ({
    token: tokenOf(about),
    path: '/about',
    component: 'Headline',
    settings: { title: 'As typed' },
    ...more,
  })

  test('answers with the settings that were sent, with defaults and data', async () => {
    const reply = await post(input())
    expect(reply.statusCode).toBe(200)
    expect(reply.json().data).toMatchObject({ settings: { title: 'As typed', eyebrow: '' }, data: null })
    expect(reply.headers['cache-control']).toContain('no-store')

    const grid = await post(input({ component: 'ProductGrid', settings: { source: 'newest', limit: 2 } }))
    expect(grid.json().data.data.cards).toHaveLength(2)
  })

  test('sanitises HTML and resolves pictures as a page does', async () => {
    const html = '<p>Kept</p><script>removed()</script>'
    const reply = await post(input({ component: 'CustomHtml', settings: { html } }))
    expect(reply.json().data.settings.html).toBe('<p>Kept</p>')
  })

  test.each([
    ['no token', () => ({ token: '' })],
    ['a stale token', () => ({ token: stale(about) })],
    ['a token for another page', () => ({ token: tokenOf(other) })],
    ['a path of another page', () => ({ path: '/gift-guide' })],
    ['an unknown section', () => ({ component: 'Gone' })],
  ])('answers 404 to %s', async (_name, more) => {
    const reply = await post(input(more()))
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ status: 'error', code: 'NOT_FOUND' })
  })

  test.each(['__proto__', 'constructor', 'toString', ''])(
    'refuses the section name “%s”',
    async (component) => {
      const reply = await post(input({ component }))
      expect(reply.statusCode).toBe(422)
      expect(reply.json().errors).toHaveProperty('component')
    },
  )

  test('names the settings that are invalid', async () => {
    const reply = await post(input({ component: 'Divider', settings: { look: 'dotted' } }))
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toHaveProperty(['settings.look'])
  })
})

describe('while the store is coming soon', () => {
  const set = async (key: string, value: unknown) => {
    await writeConfigurationValues(services, { [key]: value })
    await services.changes.catchUp()
  }

  test('a token opens its page and its sections, and nothing else', async () => {
    await draft(about)
    await set('mode', 'Coming Soon')
    try {
      const token = tokenOf(about)
      expect((await get(`/about?preview=${token}`)).body).toContain(SECRET)
      const section = await app.inject({
        method: 'POST',
        url: '/api/content/preview-section',
        headers: { 'sec-fetch-site': 'same-origin' },
        payload: { token, path: '/about', component: 'Divider' },
      })
      expect(section.statusCode).toBe(200)
      for (const url of [
        '/about',
        `/gift-guide?preview=${token}`,
        `/shop-online?preview=${token}`,
        `/about?preview=${stale(about)}`,
      ]) {
        const reply = await get(url)
        expect(reply.statusCode, url).toBe(302)
        expect(reply.headers.location, url).toMatch(/^\/coming-soon/)
      }
    } finally {
      await set('mode', 'Normal')
    }
  })
})

describe('admin_token', () => {
  test('is null for visitors', async () => {
    const reply = await get('/api/storefront/initial-values?keys=store_name')
    expect(reply.json().data.admin_token).toBeNull()
  })
})
