import { beforeEach, expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { publishScheduledPages } from '#server/content/pages/editing/publish-scheduled-pages.ts'

const shop = await openShop({ seed: true, pages: true, pageCache: true })
const { app, db, services } = shop
const asha = await signedInStaff(shop, 'editor')
const ravi = await signedInStaff(shop, 'manager')
const { adminPages } = asha.admin

const SECRET = 'Unpublished winter sale'
let made = 0

/** A published page with one headline. */
async function makePage() {
  made += 1
  const slug = `landing-${made}`
  const page = ok(await adminPages.create({ name: `Landing ${made}`, slug }))
  const { id, content } = page
  const sections = [{ component: 'Headline', key: 'first', settings: { title: 'Hello' } }]
  const saved = ok(
    await adminPages.saveDraft({ id, revision: page.revision, content: { ...content, sections } }),
  )
  const published = ok(await adminPages.publish({ id, revision: saved.revision }))
  await services.changes.catchUp()
  return { ...published, slug }
}

const withTitle = (page: { content: { sections: object[] } & object }, title: string) => ({
  ...page.content,
  sections: page.content.sections.map((section) => ({ ...section, settings: { title } })),
})
const get = async (url: string) => {
  await services.changes.catchUp()
  return app.inject({ url, headers: { 'sec-fetch-site': 'same-origin' } })
}
const entries = (slug: string) =>
  db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'before', 'after'])
    .where('record_type', '=', 'page')
    .where('record_id', '=', `/${slug}`)
    .orderBy('id')
    .execute()

beforeEach(() => db.deleteFrom('rate_limits').execute())

test('the list begins with the home page, and has state, draft and last change of each page', async () => {
  const page = await makePage()
  ok(await adminPages.saveDraft({ id: page.id, revision: page.revision, content: withTitle(page, 'Next') }))
  const all = ok(await adminPages.list({ order: 'asc', per_page: 100 }))
  expect(all.data[0]).toMatchObject({ slug: '', page_type: 'Home', state: 'published', has_draft: false })
  expect(all.data.map(({ slug }) => slug)).not.toContain('cart')
  expect(all.total).toBe(all.data.length)
  const found = ok(await adminPages.list({ q: page.slug }))
  expect(found.data).toMatchObject([
    {
      id: page.id,
      state: 'published',
      has_draft: true,
      last_change: { author: expect.stringMatching(/^editor/) },
    },
  ])
})

test('a section type has labels, defaults, a schema and a picture; those of active plugins are listed', async () => {
  const { types, layout } = ok(await adminPages.sectionTypes())
  const banner = types.find(({ component }) => component === 'Banner')
  expect(banner).toMatchObject({ label: 'Banner', plugin: null, defaults: { title: '' } })
  expect(banner?.preview).toMatch(/^data:image\/svg\+xml;base64,/)
  expect(banner?.fields).toMatchObject({ properties: { title: { title: 'Heading', type: 'string' } } })
  expect(layout).toMatchObject({ properties: { spacing: { title: 'Spacing' } } })
  expect(types.map(({ component }) => component)).not.toContain('StoredGallery')
})

test('a draft never reaches visitors: not the page, its data, the API, the sitemap or the page cache', async () => {
  const page = await makePage()
  const before = (await get(`/${page.slug}`)).body
  const created = ok(await adminPages.create({ name: SECRET, slug: 'winter-secret' }))
  ok(await adminPages.saveDraft({ id: page.id, revision: page.revision, content: withTitle(page, SECRET) }))

  for (const url of [
    `/${page.slug}`,
    `/${page.slug}?utm_source=x`,
    `/${page.slug}/_payload.json?test`,
    `/api/page/${page.slug}`,
    `/api/page/${page.id}`,
    `/api/page/${created.id}`,
    `/api/templateBoth/${page.slug}?path=/${page.slug}`,
    '/api/page/winter-secret',
    '/winter-secret',
    '/sitemap.xml',
    '/sitemap-pages.xml',
  ]) {
    const reply = await get(url)
    // An address that does not exist is repeated in its own 404 page; the draft's text is not.
    expect(reply.body, url).not.toContain(SECRET)
    if (url.includes('sitemap')) expect(reply.body, url).not.toContain('winter-secret')
  }
  expect((await get(`/${page.slug}`)).body).toBe(before)
  expect((await get('/winter-secret')).statusCode).toBe(404)
  expect(ok(await adminPages.get({ id: page.id })).content.sections[0]?.settings.title).toBe(SECRET)
  for (const path of ['', `/${page.id}`, `/${page.id}/versions`, `/${page.id}/versions/1`])
    expect((await get(`/api/admin/pages${path}`)).statusCode, path).toBe(401)
})

test('a preview token of the back office shows the draft in a frame of the shop itself', async () => {
  const page = await makePage()
  ok(await adminPages.saveDraft({ id: page.id, revision: page.revision, content: withTitle(page, SECRET) }))
  const { token, path } = ok(await adminPages.previewToken({ id: page.id }))
  const preview = await get(`${path}?preview=${token}`)
  expect(preview.body).toContain(SECRET)
  expect(preview.headers['content-security-policy']).toMatch(/frame-ancestors 'self'$/)
  expect(preview.headers['cache-control']).toBe('private, no-store')
  expect((await get(path)).body).not.toContain(SECRET)
})

test('publishing shows the draft to visitors, and is in the audit log with what changed', async () => {
  const page = await makePage()
  expect((await get(`/${page.slug}`)).body).toContain('Hello')
  const draft = ok(
    await adminPages.saveDraft({ id: page.id, revision: page.revision, content: withTitle(page, 'Goodbye') }),
  )
  ok(
    await adminPages.saveDraft({
      id: page.id,
      revision: draft.revision,
      content: withTitle(page, 'Farewell'),
    }),
  )
  const published = ok(await adminPages.publish({ id: page.id, revision: draft.revision + 1 }))
  expect(published).toMatchObject({ draft: null, published_version: { number: 3 } })
  expect((await get(`/${page.slug}`)).body).toContain('Farewell')

  const log = await entries(page.slug)
  expect(log.map(({ action }) => action)).toEqual([
    'page.create',
    'page.publish',
    'page.edit',
    'page.publish',
  ])
  const key = `Headline sec_${page.content.sections[0]?.id} title`
  expect(log.at(-1)).toMatchObject({
    actor: asha.email,
    before: { [key]: 'Hello' },
    after: { [key]: 'Farewell' },
  })
})

test('link previews show the picture of the page, and that of the store settings without one', async () => {
  const about = await makePage()
  const home = ok(await adminPages.list({ q: '', order: 'asc', per_page: 1 })).data[0]
  const previewOf = async (url: string) =>
    /property="og:image" content="[^"]*\/kiln\/([^"]*)\.webp"/.exec((await get(url)).body)?.[1]
  const publishWith = async (id: number, social_image_path: string | null) => {
    const { revision, content } = ok(await adminPages.get({ id }))
    const saved = ok(await adminPages.saveDraft({ id, revision, content: { ...content, social_image_path } }))
    ok(await adminPages.publish({ id, revision: saved.revision }))
  }

  for (const [url, id] of [[`/${about.slug}`, about.id] as const, ['/', home?.id ?? 0] as const]) {
    expect(await previewOf(url)).toBe('hero-morning-table.avif')
    await publishWith(id, 'kiln/banner-gifts.avif')
    expect(await previewOf(url)).toBe('banner-gifts.avif')
    await publishWith(id, null)
    expect(await previewOf(url)).toBe('hero-morning-table.avif')
  }
})

test('the second of two editors is refused with the name and the content of the first', async () => {
  const page = await makePage()
  const edit = { id: page.id, revision: page.revision }
  ok(await adminPages.saveDraft({ ...edit, content: withTitle(page, 'From Asha') }))

  const stale = await ravi.admin.adminPages.saveDraft({ ...edit, content: withTitle(page, 'From Ravi') })

  expect(stale).toMatchObject({
    status: 'error',
    code: 'STALE_RECORD',
    message: expect.stringMatching(/^editor \d+ changed this page/),
    data: { revision: page.revision + 1, content: { sections: [{ settings: { title: 'From Asha' } }] } },
  })
  expect(await ravi.admin.adminPages.publish(edit)).toMatchObject({ code: 'STALE_RECORD' })
})

test('editors of the same page see each other until they close it', async () => {
  const { id } = await makePage()
  expect(ok(await adminPages.presence({ id })).others).toEqual([])
  expect(ok(await ravi.admin.adminPages.presence({ id })).others).toMatchObject([
    { name: expect.stringMatching(/^editor/), seconds_ago: 0 },
  ])
  expect(ok(await adminPages.presence({ id })).others).toMatchObject([
    { name: expect.stringMatching(/^manager/) },
  ])
  ok(await ravi.admin.adminPages.presence({ id, is_closing: true }))
  expect(ok(await adminPages.presence({ id })).others).toEqual([])
})

test('a draft is published at its time, and cannot be changed before', async () => {
  const page = await makePage()
  const { id } = page
  const { revision } = ok(
    await adminPages.saveDraft({ id, revision: page.revision, content: withTitle(page, 'At noon') }),
  )
  const past = await adminPages.publish({ id, revision, at: new Date(Date.now() - 1_000).toISOString() })
  expect(past).toMatchObject({ code: 'VALIDATION', errors: { at: ['Choose a time in the future'] } })

  const at = new Date(Date.now() + 3_600_000)
  const scheduled = ok(await adminPages.publish({ id, revision, at: at.toISOString() }))
  expect(scheduled.draft?.publish_at).toBe(at.toISOString())
  const edit = { id, revision: scheduled.revision }
  expect(await adminPages.saveDraft({ ...edit, content: page.content })).toMatchObject({
    code: 'DRAFT_SCHEDULED',
  })
  expect(await adminPages.restore({ ...edit, number: 1 })).toMatchObject({ code: 'DRAFT_SCHEDULED' })
  expect(await publishScheduledPages(services)).toBe(0)
  expect((await get(`/${page.slug}`)).body).toContain('Hello')

  expect(await publishScheduledPages(services, new Date(at.getTime() + 1))).toBe(1)
  expect((await get(`/${page.slug}`)).body).toContain('At noon')
  expect((await entries(page.slug)).at(-1)).toMatchObject({
    action: 'page.publish',
    actor: expect.stringContaining('(scheduled)'),
  })
})

test('a cancelled schedule keeps the draft, and a scheduled draft that is refused says why', async () => {
  const page = await makePage()
  const { id } = page
  const draft = ok(
    await adminPages.saveDraft({ id, revision: page.revision, content: withTitle(page, 'Later') }),
  )
  const at = new Date(Date.now() + 3_600_000)
  const scheduled = ok(await adminPages.publish({ id, revision: draft.revision, at: at.toISOString() }))
  const free = ok(await adminPages.unschedule({ id, revision: scheduled.revision }))
  expect(free.draft).toMatchObject({ publish_at: null })
  const again = ok(await adminPages.publish({ id, revision: free.revision, at: at.toISOString() }))
  await db
    .updateTable('page_drafts')
    .set({ content: JSON.stringify({ name: 'X', sections: [{ component: 'Gone' }] }) as never })
    .where('page_id', '=', id)
    .execute()
  expect(await publishScheduledPages(services, new Date(at.getTime() + 1))).toBe(0)
  expect(ok(await adminPages.get({ id }))).toMatchObject({
    revision: again.revision,
    draft: { publish_at: null, publish_problem: expect.stringContaining('Gone is not a section') },
  })
  expect((await get(`/${page.slug}`)).body).toContain('Hello')
})

test('an earlier version can be read, restored into the draft and published', async () => {
  const page = await makePage()
  const { id } = page
  const draft = ok(
    await adminPages.saveDraft({ id, revision: page.revision, content: withTitle(page, 'Newer') }),
  )
  const published = ok(await adminPages.publish({ id, revision: draft.revision }))
  const { versions } = ok(await adminPages.versions({ id }))
  expect(versions.map(({ number }) => number)).toEqual([3, 2, 1])
  expect(ok(await adminPages.version({ id, number: 2 })).content.sections[0]?.settings.title).toBe('Hello')

  const restored = ok(await adminPages.restore({ id, revision: published.revision, number: 2 }))
  expect((await get(`/${page.slug}`)).body).toContain('Newer')
  ok(await adminPages.publish({ id, revision: restored.revision }))
  expect((await get(`/${page.slug}`)).body).toContain('Hello')
})

test('a discarded draft leaves what is published', async () => {
  const page = await makePage()
  const { id } = page
  const draft = ok(
    await adminPages.saveDraft({ id, revision: page.revision, content: withTitle(page, 'No') }),
  )
  const discarded = ok(await adminPages.discardDraft({ id, revision: draft.revision }))
  expect(discarded).toMatchObject({ draft: null, content: { sections: [{ settings: { title: 'Hello' } }] } })
  expect(await adminPages.discardDraft({ id, revision: discarded.revision })).toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('an address that is taken or belongs to a screen is refused', async () => {
  for (const slug of ['about', 'cart', 'blogs', 'admin', 'login', 'product'])
    expect([slug, await adminPages.create({ name: 'X', slug })]).toMatchObject([
      slug,
      { code: 'VALIDATION', errors: { slug: [expect.any(String)] } },
    ])
})

test('a copy has the sections of its source, and a page is deleted unless menus or the shop need it', async () => {
  const page = await makePage()
  const copy = ok(await adminPages.create({ name: 'Copy', slug: `${page.slug}-copy`, copy_of: page.id }))
  expect(copy.content.sections).toMatchObject([{ id: null, settings: { title: 'Hello' } }])

  const rows = ok(await adminPages.list({ per_page: 100 })).data
  const idOf = (slug: string) => rows.find((row) => row.slug === slug)?.id ?? 0
  const removeAs = async (id: number) => {
    const { revision } = ok(await adminPages.get({ id }))
    return adminPages.remove({ id, revision })
  }
  expect(await removeAs(idOf(''))).toMatchObject({ code: 'PAGE_REQUIRED' })
  expect(await removeAs(idOf('about'))).toMatchObject({
    code: 'PAGE_IN_USE',
    data: { links: [expect.objectContaining({ label: expect.any(String) })] },
  })
  expect((await get(`/${page.slug}`)).statusCode).toBe(200)
  ok((await removeAs(page.id)) as never)
  expect((await get(`/${page.slug}`)).statusCode).toBe(404)
  expect((await entries(page.slug)).at(-1)).toMatchObject({
    action: 'page.delete',
    before: { slug: page.slug },
  })
})
