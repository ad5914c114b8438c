import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { createPreviewToken, previewTokenSeconds, WHOLE_SHOP } from '#server/content/pages/preview-token.ts'
import { writeConfigurationValues } from '#server/content/storefront/configuration.ts'
import { previewMail } from './mail-handlers.ts'

const shop = await openShop({ seed: true, pages: true, pageCache: true })
const { app, db, services } = shop
const { admin, email } = await signedInStaff(shop, 'owner')
const { admin: viewer } = await signedInStaff(shop, 'viewer')
const { adminAppearance, adminSettings } = admin

const state = async () => ok(await adminAppearance.get({}))
const colors = async () => ok(await adminSettings.get({ id: 'colors' }))
const withPrimary = (values: Record<string, unknown>, color: string) => ({
  ...values,
  theme_colors: (values.theme_colors as { variable: string; color: string }[]).map((row) =>
    row.variable === '--color-primary' ? { ...row, color } : row,
  ),
})

async function savePrimary(color: string) {
  const { version, values } = await colors()
  return ok(await adminSettings.update({ id: 'colors', version, values: withPrimary(values, color) }))
}
const publish = async () => ok(await adminAppearance.publish({ version: (await state()).version }))
const get = (url: string) => app.inject({ method: 'GET', url, headers: { 'sec-fetch-site': 'same-origin' } })
const pageOf = async (path: string, token?: string) =>
  (await get(token ? `${path}?preview=${token}` : path)).body
const preview = async () => ok(await adminAppearance.preview({})).token

test('a saved colour is a draft: only the preview shows it, until it is published', async () => {
  const before = await state()
  expect(before.draft).toBeNull()
  await savePrimary('#7a1f5c')
  const token = await preview()

  for (const path of ['/', '/shop-online', '/product/moon-vase', '/cart']) {
    expect(await pageOf(path), path).not.toContain('#7a1f5c')
    const shown = await get(`${path}?preview=${token}`)
    expect(shown.body, path).toContain('--color-primary:#7a1f5c')
    expect(shown.headers['cache-control']).toBe('private, no-store')
    expect(shown.headers['content-security-policy']).toContain("frame-ancestors 'self'")
  }
  expect(JSON.stringify(await shop.guest().api.storefront.all({}))).not.toContain('#7a1f5c')
  expect(await state()).toMatchObject({
    draft: { author: expect.any(String), after: { theme_colors: expect.anything() } },
  })

  const published = await publish()
  expect(published).toMatchObject({ draft: null, previous: 1 })
  await expect.poll(() => pageOf('/')).toContain('--color-primary:#7a1f5c')
  const entry = await db
    .selectFrom('audit_log')
    .select(['actor', 'action'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(entry).toEqual({ actor: email, action: 'appearance.publish' })
  expect(await adminAppearance.publish({ version: published.version })).toMatchObject({ code: 'NO_DRAFT' })
})

test('a preview token of the whole shop ends after 15 minutes, and one of a page shows no draft', async () => {
  await savePrimary('#135e96')
  const { config } = services
  const now = Date.now() - previewTokenSeconds * 1_000 - 1_000
  const old = createPreviewToken(config, WHOLE_SHOP, { now, kind: 'back office' })
  const foreign = createPreviewToken(config, WHOLE_SHOP)
  const home = await db.selectFrom('pages').select('id').where('slug', '=', '').executeTakeFirstOrThrow()
  const ofPage = createPreviewToken(config, home.id, { kind: 'back office' })
  for (const token of [old, foreign, ofPage, 'x']) expect(await pageOf('/', token)).not.toContain('#135e96')
  // A redirect stays in the preview, or the frame would be refused.
  const token = await preview()
  expect((await get(`/checkout/address?preview=${token}`)).headers.location).toContain(`preview=${token}`)
})

test('the later of two editors is refused with the present draft, and only a draft that was seen is published', async () => {
  const seen = await state()
  await savePrimary('#0b5fff')

  expect(await adminAppearance.publish({ version: seen.version })).toMatchObject({
    code: 'STALE_RECORD',
    data: { draft: { after: expect.anything() } },
  })
  const { version } = await state()
  await writeConfigurationValues({ db, config: services.config }, { radius: '9px' })
  expect(await adminAppearance.publish({ version })).toMatchObject({ code: 'STALE_RECORD' })
  const { version: old, values } = await colors()
  await savePrimary('#0b5ffe')
  expect(await adminSettings.update({ id: 'colors', version: old, values })).toMatchObject({
    code: 'STALE_RECORD',
  })
})

test('a discarded draft and every published look can be restored; a change from elsewhere is a version too', async () => {
  const discarded = ok(await adminAppearance.discard({ version: (await state()).version }))
  expect(discarded.draft).toBeNull()
  const back = ok(
    await adminAppearance.restore({
      id: discarded.previous ?? 0,
      to: 'draft',
      version: discarded.version,
    }),
  )
  expect(back.draft?.after).toMatchObject({ theme_colors: expect.anything() })

  const { previous, version } = await publish()
  const { versions, live_number } = ok(await adminAppearance.versions({}))
  const found = versions.find(({ number }) => number === previous)
  expect(found).toMatchObject({ kind: 'found', author: '', after: { radius: '9px' } })
  expect(versions[0]).toMatchObject({ number: live_number, kind: 'published' })

  const undone = ok(await adminAppearance.restore({ id: previous ?? 0, to: 'published', version }))
  expect(undone.draft).toBeNull()
  await expect.poll(() => pageOf('/')).toContain('#7a1f5c')
  const redone = ok(
    await adminAppearance.restore({ id: undone.previous ?? 0, to: 'published', version: undone.version }),
  )
  await expect.poll(() => pageOf('/')).toContain('#0b5ffe')
  expect(await adminAppearance.restore({ id: 9_999, to: 'draft', version: redone.version })).toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('at most 50 versions are stored', async () => {
  await sql`insert into appearance_versions (storefront_id, number, kind, values, author)
    select v.storefront_id, v.number + step, v.kind, v.values, v.author from appearance_versions v, generate_series(1, 60) step
    where v.number = (select max(number) from appearance_versions)`.execute(db)
  await savePrimary('#112233')
  await publish()
  const { versions } = ok(await adminAppearance.versions({}))

  expect(versions).toHaveLength(50)
})

test('a theme is a draft, shown as the one in use, and published with its fonts', async () => {
  const { themes } = ok(await adminAppearance.themes({}))
  const other = themes.find(({ is_current }) => !is_current)
  const { version } = await state()

  const applied = ok(await adminAppearance.applyTheme({ name: other?.name ?? '', version }))

  expect(applied.look).toMatchObject({ radius: other?.radius })
  expect(ok(await adminAppearance.themes({})).themes.filter(({ is_current }) => is_current)).toMatchObject([
    { name: other?.name },
  ])
  expect(await adminAppearance.applyTheme({ name: other?.name ?? '', version })).toMatchObject({
    code: 'STALE_RECORD',
  })
  await publish()
  const { theme_colors } = ok(await shop.guest().api.storefront.all({}))
  expect(Object.fromEntries(theme_colors.map(({ variable, color }) => [variable, color]))).toMatchObject({
    '--color-primary': other?.colors['--color-primary'],
  })
})

test.each([
  ['10 KB of letters', 'x'.repeat(10_240)],
  ['10 KB of digits', `#${'f'.repeat(10_240)}`],
  ['a second rule', 'red;}body{display:none'],
  ['the end of the style element', '#fff</style><script>alert(1)</script>'],
  ['an address', 'url(https://evil.example/x)'],
  ['a variable', 'var(--x)'],
  ['a line break', '#fff\n}'],
  ['an escape', '\\23 fff'],
])('a colour with %s is refused under its field, and nothing is stored', async (_what, color) => {
  const { version, values } = await colors()

  expect(
    await adminSettings.update({ id: 'colors', version, values: withPrimary(values, color) }),
  ).toMatchObject({ code: 'VALIDATION', errors: { [keyOfPrimary(values)]: [expect.any(String)] } })
  expect(await colors()).toMatchObject({ version })
})

const keyOfPrimary = ({ theme_colors }: Record<string, unknown>) =>
  `theme_colors.${(theme_colors as { variable: string }[]).findIndex(({ variable }) => variable === '--color-primary')}.color`

test('the look of e-mails is shown before it is saved, sent once it is published, and refused when it is hostile', async () => {
  const { version, values } = ok(await adminSettings.get({ id: 'mail-look' }))
  const mail_look = { show_logo: false, accent: '#7a1f5c', footer: 'Open 10 to 6 <script>' }
  const mailOf = async (look: unknown) => (await previewMail(services, 'order_placed', { look })).html
  const typed = await mailOf(mail_look)
  expect(typed).toContain('background:#7a1f5c')
  expect(typed).toContain('Open 10 to 6 &lt;script&gt;')
  expect(await mailOf(null)).not.toContain('#7a1f5c')
  for (const accent of ['#fff"><script>', 'x'.repeat(10_240), 'red;background:url(//x)'])
    await expect(mailOf({ ...mail_look, accent })).rejects.toMatchObject({ code: 'VALIDATION' })
  await expect(mailOf('{')).rejects.toMatchObject({ code: 'VALIDATION' })

  ok(await adminSettings.update({ id: 'mail-look', version, values: { ...values, mail_look } }))
  expect(await mailOf(null)).not.toContain('#7a1f5c')
  await publish()

  expect(await mailOf(null)).toContain('background:#7a1f5c')
  expect(Object.keys(ok(await shop.guest().api.storefront.all({})))).not.toContain('mail_look')
})

test('staff who may only look see the draft and change nothing', async () => {
  const { version } = ok(await viewer.adminAppearance.get({}))

  for (const refused of [
    await viewer.adminAppearance.publish({ version }),
    await viewer.adminAppearance.discard({ version }),
    await viewer.adminAppearance.restore({ id: 1, to: 'published', version }),
    await viewer.adminAppearance.applyTheme({ name: 'x', version }),
  ])
    expect(refused).toMatchObject({ code: 'FORBIDDEN' })
})
