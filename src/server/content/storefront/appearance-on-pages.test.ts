import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { createSecurityHeaders } from '#server/http/security-headers.ts'
import { serveFavicon } from '#server/http/static/favicon.ts'
import { serveMedia } from '#server/http/static/media.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { addFavicons } from '#server/shop/uploads/add-favicons.ts'
import { addFont } from '#server/shop/uploads/add-font.ts'
import { addPicture } from '#server/shop/uploads/add-picture.ts'
import { writeConfigurationValues } from './configuration.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-appearance-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const shop = await openShop({
  seed: true,
  pages: true,
  config: { dataDir },
  extend: (app, _pipeline, services) => {
    const headers = createSecurityHeaders(services.config)
    serveMedia(app, { files: services.files, headers })
    serveFavicon(app, { services, headers })
  },
})
const { db, services } = shop
const { appearance: seeded } = await db
  .selectFrom('storefronts')
  .select('appearance')
  .executeTakeFirstOrThrow()

beforeEach(() => store(seeded))

/** Writes the row itself, as an import or another release would. */
async function store(appearance: unknown) {
  await db
    .updateTable('storefronts')
    .set({ appearance: json(appearance) })
    .execute()
  await noteChange(db, ['storefront'])
  await services.changes.catchUp()
}

async function set(values: Record<string, unknown>) {
  const written = await writeConfigurationValues(services, values)
  await services.changes.catchUp()
  return written
}

async function open(path = '/') {
  const { status, headers, body } = await shop.request({ method: 'GET', url: path })
  expect(status, path).toBe(200)
  return {
    html: String(body),
    headers,
    css: [...String(body).matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css]) => css).join('\n'),
  }
}

const typography = (body: object, heading: object = {}) => ({
  body: { font_family: 'Figtree Variable', font_size: '1rem', font_weight: 400, ...body },
  heading: { font_family: 'Fraunces Variable', font_size: '1.25rem', font_weight: 560, ...heading },
})

const inCss: [name: string, values: Record<string, unknown>, css: string | RegExp][] = [
  [
    'a theme color',
    { theme_colors: [{ variable: '--color-primary', color: '#0B5FFF' }] },
    '--color-primary:#0B5FFF',
  ],
  ['a text color', { text_colors: [{ variable: '--text-primary', color: '#111' }] }, '--text-primary:#111'],
  [
    'dark colors of a light theme',
    { color_scheme: 'dark' },
    /:root\{color-scheme:dark;--color-background:#1[0-9a-f]{5};/,
  ],
  [
    'dark colors where the device is dark',
    { color_scheme: 'device' },
    /:root\{color-scheme:light dark;.*@media \(prefers-color-scheme:dark\)\{:root\{--color-background:#1/,
  ],
  ['the radius', { radius: '0' }, '--radius:0'],
  [
    'a background color',
    { background: { enabled: true, type: 'color', color: '#eeeeff', image: null } },
    '--color-background:#eeeeff',
  ],
  [
    'a background picture of a full-width page',
    {
      background: {
        enabled: true,
        type: 'image',
        color: null,
        image: { path: 'kiln/hero-morning-table.avif' },
      },
    },
    /body\{background:linear-gradient\(.*?\),url\("\/_img\/1536x\/kiln\/hero-morning-table\.avif\.webp"\)center\/cover/,
  ],
  [
    'the width of a boxed page',
    { page_layout: 'Boxed Content' },
    '--page-width:calc(80rem - 2*var(--page-margin))',
  ],
  [
    'a background picture of a boxed page',
    {
      page_layout: 'Boxed Content',
      background: {
        enabled: true,
        type: 'image',
        color: null,
        image: { path: 'kiln/hero-morning-table.avif' },
      },
    },
    /body\{background:url\("/,
  ],
  ['the size of the body', { typography: typography({ font_size: '18px' }) }, 'html{font-size:112.5%}'],
  ['the weight of the body', { typography: typography({ font_weight: 500 }) }, 'body{font-weight:500}'],
  [
    'the size of headings',
    { typography: typography({}, { font_size: '2rem' }) },
    '--text-3xl:calc(1.6*clamp(2.1rem, 1.5rem + 2.8vw, 3.6rem))',
  ],
  ['the weight of headings', { typography: typography({}, { font_weight: 800 }) }, '--heading-weight:800'],
  [
    'a bundled font',
    { typography: typography({ font_family: 'DM Sans Variable' }) },
    /@font-face\{font-family:"DM Sans Variable";src:url\("\/fonts\/dm-sans-text-wght-normal\.woff2"\)/,
  ],
  [
    'the fallback of a font',
    { typography: typography({ font_family: 'DM Sans Variable' }) },
    '@font-face{font-family:"DM Sans Variable fallback";src:local("Arial"),local("Liberation Sans");size-adjust:105.84%',
  ],
  [
    'a list of system fonts',
    { typography: typography({ font_family: "'Gill Sans', system-ui" }) },
    '--font-body:"Gill Sans",system-ui,system-ui,sans-serif',
  ],
  [
    'custom CSS',
    { custom_css: 'h1 { color: teal }', is_custom_css_enabled: true },
    '@layer custom{h1{color:teal}}',
  ],
]
test.for(inCss)('%s reaches the page', async ([, values, css]) => {
  const before = await open()
  expect(before.css).not.toMatch(css)

  await set(values)

  expect((await open()).css).toMatch(css)
})

const inHtml: [name: string, values: Record<string, unknown>, html: string | RegExp, path?: string][] = [
  ['the layout', { page_layout: 'Boxed Content' }, 'data-layout="Boxed Content"'],
  [
    'the title',
    { meta: { meta_title: 'Teapots only', meta_description: 'Pour' } },
    '<title>Teapots only | Kiln &#38; Loom</title>',
  ],
  [
    'the description',
    { meta: { meta_title: 'Teapots only', meta_description: 'Pour' } },
    '<meta name="description" content="Pour">',
  ],
  [
    'the sharing picture',
    { social_sharing_image: { path: 'kiln/banner-gifts.avif', alt: 'Gift boxes' } },
    new RegExp(
      [
        'og:image" content="https://shop.example.com/_img/1280x/kiln/banner-gifts.avif.webp',
        'og:image:width" content="1280',
        'og:image:height" content="\\d+',
        'og:image:alt" content="Gift boxes">',
      ].join('"><meta property="'),
    ),
  ],
  ['indexing', { enable_indexing: false }, '<meta name="robots" content="noindex">'],
  [
    'the logo',
    { logo1: { path: 'kiln/banner-gifts.avif' } },
    /<img src="\/media\/kiln\/banner-gifts\.avif" alt="" width="\d+"/,
  ],
  ['a header that is not sticky', { is_sticky_header_enabled: false }, 'data-sticky="false"'],
  ['the scroll button', { is_scroll_button_enabled: false }, /"is_scroll_button_enabled":false/],
  [
    'the notice',
    { store_notice_message: 'Closed on Monday' },
    /Closed on Monday\s*(?:<!-- -->)?\s*<a href="\/offers">Offers<\/a>/,
  ],
  [
    'the colors of the notice',
    { store_notice_background_color: '#102030', store_notice_text_color: '#fafafa' },
    'background-color:#102030;color:#fafafa',
  ],
  [
    'the page of the notice',
    { storefront_notice_page_id: null },
    /aria-label="Notice"><p>[^<]*(?:<!-- -->)?\s*<\/p>/,
  ],
  ['the cookie warning', { cookie_warning_message: 'Biscuits ahead' }, 'Biscuits ahead'],
  [
    'the theme color of the browser',
    { background: { enabled: true, type: 'color', color: '#eeeeff', image: null } },
    '<meta name="theme-color" content="#eeeeff">',
  ],
]
test.for(inHtml)('%s reaches the page', async ([, values, html, path]) => {
  expect((await open(path)).html).not.toMatch(html)

  await set(values)

  expect((await open(path)).html).toMatch(html)
})

test('a disabled notice, close button and cookie warning are not on the page', async () => {
  await set({ store_notice_is_clearable: false })
  expect((await open()).html).not.toContain('data-close-notice')
  await set({ is_store_notice_enabled: false, is_cookie_warning_enabled: false })
  const { html } = await open()
  expect(html).not.toMatch(/aria-label="Notice"|Cookie Preferences|Manage cookies/)
})

test('without “Manage cookies” an icon opens the cookie preferences', async () => {
  await set({ show_cookie_manage: true })
  expect((await open()).html).not.toContain('aria-label="Manage cookies"')

  await set({ show_cookie_manage: false })

  expect((await open()).html).toMatch(/<button [^>]*value="preferences"[^>]*aria-label="Manage cookies"/)
})

test('the default theme has a fallback for both fonts, and no CSS that it does not need', async () => {
  const { css, html } = await open()

  // Core, rest, currency and extended Latin of two families, and their fallbacks.
  expect(css.match(/@font-face/g)).toHaveLength(10)
  expect(css).toContain('--font-heading:"Fraunces Variable","Fraunces Variable fallback",Georgia,serif')
  expect(css).not.toMatch(/html\{font-size|body\{|calc\(/)
  expect(html).not.toContain('custom-css')
})

test('one picture becomes the whole favicon set, which the page links and the shop serves', async () => {
  const picture = await sharp({ create: { width: 400, height: 300, channels: 4, background: '#c0392bff' } })
    .png()
    .toBuffer()
  const favicon = await addFavicons(services, picture, { background: '#ffffff' })
  await set({ favicon })

  const { html } = await open()
  const links = [...html.matchAll(/<link rel="(icon|apple-touch-icon)" href="([^"]+)"([^>]*)>/g)]
  expect(links.map(([, rel, , more]) => [rel, more])).toEqual([
    ['icon', ' sizes="32x32"'],
    ['icon', ' type="image/png" sizes="32x32"'],
    ['icon', ' type="image/png" sizes="192x192"'],
    ['apple-touch-icon', ''],
  ])
  const sizes = []
  for (const [, , url] of links) {
    const { statusCode, rawPayload, headers } = await shop.app.inject({ url: url as string })
    expect(statusCode, url).toBe(200)
    const isIco = headers['content-type'] === 'image/x-icon'
    // The second picture of the ICO is a PNG at the offset in its directory.
    const png = isIco ? rawPayload.subarray(rawPayload.readUInt32LE(6 + 16 + 12)) : rawPayload
    const { width, height, hasAlpha } = await sharp(png).metadata()
    sizes.push([width, height, hasAlpha])
  }
  expect(sizes).toEqual([
    [32, 32, true],
    [32, 32, true],
    [192, 192, true],
    [180, 180, false],
  ])
})

test.for([
  [
    'too small',
    () =>
      sharp({ create: { width: 100, height: 100, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    /at least 192/,
  ],
  ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /JPEG, PNG or WebP/],
] as const)('a favicon that is %s is refused', async ([, make, message]) => {
  const refused = await addFavicons(services, await make(), { background: '#fff' }).catch((error) => error)
  expect(JSON.stringify(refused.extra)).toMatch(message)
})

test('an uploaded font is served, loaded after the first paint and has a fallback; the same for all of its characters', async () => {
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('@fontsource-variable/newsreader/package.json'))
  const bytes = await readFile(join(folder, 'files/newsreader-latin-wght-normal.woff2'))
  const font = await addFont(services, bytes, { name: 'House Serif' })
  expect(font).toEqual({
    family: 'House Serif',
    path: expect.stringMatching(/^\/media\/fonts\/\w{32}\.woff2$/),
    weight_range: '400 800',
    is_variable: true,
  })
  expect(await addFont(services, bytes)).toMatchObject({ family: 'Newsreader' })

  await set({ fonts: [font], typography: typography({ font_family: 'House Serif' }) })

  const { css, html } = await open()
  expect(html).toMatch(new RegExp(`<style data-late="${font.path}[ "]`))
  expect(css).toContain(`src:url("${font.path}")format("woff2");font-weight:400 800;font-display:swap}`)
  expect(css).toMatch(/"House Serif fallback";src:local\("Arial"\).*?size-adjust:95\.8\d?%/)
  expect(await shop.app.inject({ url: font.path })).toMatchObject({
    statusCode: 200,
    headers: expect.objectContaining({ 'content-type': 'font/woff2' }),
  })
})

test('custom CSS has its own style element with a hash, is disabled at payment and cannot close the element', async () => {
  await set({ custom_css: 'a::after{content:"\\3c /style><style"}', is_custom_css_enabled: true })
  const { html, headers } = await open()

  expect(/<style id="custom-css">.*?<\/style>/s.exec(html)?.[0]).toBe(
    '<style id="custom-css">@layer custom{a::after{content:"<\\/style><\\style"}}</style>',
  )
  expect(
    String(headers['content-security-policy'])
      .match(/style-src[^;]*/)?.[0]
      .match(/'sha256-/g),
    // Fonts, theme and custom CSS.
  ).toHaveLength(3)
  await set({ is_custom_css_enabled: false })
  expect((await open()).html).not.toContain('custom-css')
  expect(ok(await shop.api.storefront.all()).custom_css).toBe('')
})

test('a stored appearance with invalid parts shows the valid ones', async () => {
  const {
    typography: texts,
    theme_colors,
    ...rest
  } = seeded as { typography: object; theme_colors: object[] }
  await store({
    ...rest,
    theme_colors: [...theme_colors, { variable: '--color-x', color: 'red;}body{display:none' }, 7],
    text_colors: 'none',
    typography: { ...texts, body: { font_family: '"}', font_size: 'huge', font_weight: 'bold' } },
    radius: '40vw',
    background: null,
    page_layout: 'Sideways',
  })

  const { css, html } = await open()

  // The stylesheet has the color of the theme.
  expect(css).not.toContain('--color-primary')
  expect(css).toContain('--font-heading:"Fraunces Variable"')
  expect(css).toContain('--font-body:system-ui')
  expect(css).not.toMatch(/color-x|display:none|40vw|huge/)
  expect(html).toContain('data-layout="Full Width"')
})

test.for([
  ['theme_colors', [{ variable: '--radius', color: '#fff' }], /--color-primary/],
  ['text_colors', [{ variable: '--text-md', color: '#fff' }], /--text-primary/],
  ['theme_colors', [{ variable: '--color-primary', color: 'red' }], /#0B5FFF/],
  ['typography', typography({ font_size: '60px' }), /from 0.75rem to 1.5rem/],
  ['typography', typography({ font_weight: 1000 }), /100 to 900/],
  ['background', { enabled: true, type: 'image', color: null, image: null }, /Choose a picture/],
  [
    'fonts',
    [{ family: 'X', path: '/media/fonts/none.woff2', weight_range: '400', is_variable: false }],
    /media add/,
  ],
  [
    'fonts',
    [{ family: 'X', path: 'https://x.example/a.woff2', weight_range: '400', is_variable: false }],
    /uploaded font/,
  ],
  [
    'fonts',
    [
      {
        family: 'X',
        path: '/fonts/figtree-latin-wght-normal.woff2',
        weight_range: '900 400',
        is_variable: true,
      },
    ],
    /lighter weight/,
  ],
  ['logo1', { path: 'none.webp' }, /no picture none.webp/],
  ['custom_css', 'a{}\n@import "x";', /Line 2: @import/],
  ['radius', '10em9', /length/],
] as const)('%s %j is refused with a message that helps', async ([key, value, message]) => {
  const refused = await writeConfigurationValues(services, { [key]: value }).catch((error) => error)

  expect(refused).toMatchObject({ httpStatus: 422 })
  const atTheField = Object.entries<string[]>(refused.extra.errors).filter(
    ([path]) => path === key || path.startsWith(`${key}.`),
  )
  expect(atTheField.flatMap(([, texts]) => texts).join(' ')).toMatch(message)
})

test('a valid change that is hard to read, or names an absent font, is warned of', async () => {
  expect(await set({ text_colors: [{ variable: '--text-muted', color: '#c9c0b6' }] })).toMatchObject({
    warnings: expect.arrayContaining([expect.stringMatching(/^“Muted text” #c9c0b6 on “Background”/)]),
  })
  expect(await set({ typography: typography({ font_family: 'Comic Sans MS' }) })).toMatchObject({
    warnings: [expect.stringMatching(/^Comic Sans MS is not among the fonts/)],
  })
  expect(await set({ typography: typography({ font_family: 'DM Sans Variable' }) })).toEqual({ warnings: [] })
  expect(await set({ custom_css: 'a{color:red}' })).toEqual({
    warnings: [expect.stringContaining('is_custom_css_enabled')],
  })
})

test('an uploaded picture is WebP without metadata, stored once, with its size', async () => {
  const photo = await sharp({ create: { width: 3_000, height: 1_500, channels: 3, background: '#456' } })
    .withExif({ IFD0: { Copyright: 'Somewhere private' } })
    .jpeg()
    .toBuffer()
  const first = await addPicture(services, photo, { alt: 'A wall' })
  expect(await addPicture(services, photo, { alt: 'A wall' })).toEqual(first)

  expect(first).toEqual({
    path: expect.stringMatching(/^uploads\/\w{32}\.webp$/),
    alt: 'A wall',
    width: 2_400,
    height: 1_200,
  })
  const stored = await sharp(await services.files.read(first.path)).metadata()
  expect(stored).toMatchObject({ format: 'webp', width: 2_400 })
  expect(stored.exif).toBeUndefined()
  await set({ social_sharing_image: { path: first.path } })
  expect(ok(await shop.api.storefront.all()).social_sharing_image).toMatchObject({
    alt: 'A wall',
    width: 2_400,
  })
})

test('/favicon.ico is the configured icon, else the bundled one', async () => {
  const read = () => shop.request({ method: 'GET', url: '/favicon.ico' })
  await set({ favicon: { ico: null, png_32: null, png_192: null, apple: null, svg: null } })
  const bundled = await read()
  expect([bundled.status, bundled.headers['content-type']]).toEqual([200, 'image/png'])

  const side = 256
  const picture = await sharp({ create: { width: side, height: side, channels: 3, background: '#804020' } })
    .png()
    .toBuffer()
  await set({ favicon: await addFavicons(services, picture, { background: '#ffffff' }) })

  const own = await read()
  expect([own.status, own.headers['content-type']]).toEqual([200, 'image/x-icon'])
})
