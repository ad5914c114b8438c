import { expect, test } from 'vitest'
import type { RenderRequest } from './answer.ts'
import { defineRoutes } from './route-table.ts'
import type { Meta } from './screen.ts'
import { createPages, type Site } from './server.tsx'

const ask = (mode: RenderRequest<unknown>['mode'] = 'production'): RenderRequest<unknown> => ({
  url: '/mug?sku=A',
  api: {},
  cookies: {},
  isBot: false,
  mode,
})

/** A shop of one page with this meta. */
function shopWith(meta: Partial<Meta>, site?: Site) {
  return createPages<unknown, object>({
    routes: defineRoutes([{ screen: 'mug', path: '/mug' }]),
    screens: {
      mug: {
        load: () => ({ view: {} }),
        meta: (_data: never, { url }) => ({
          title: 'Mug',
          jsonLd: [{ url: `${url.origin}/mug` }],
          ...meta,
        }),
      },
    },
    guards: {},
    loadShell: () => ({ shell: {}, whole: {} }),
    Shell: ({ children }) => children,
    Status: ({ message }) => message,
    assets: { build: 'b1', entry: '/entry.js', head: () => '' },
    origin: 'https://shop.example',
    ...(site && { site: () => site }),
  })
}

test('paths in a screen’s meta become absolute URLs for search engines and link previews', async () => {
  const pages = shopWith({ canonical: '/mug', image: { href: '/_img/mug.webp' } })

  const { body } = await pages.document(ask())

  expect(body).toContain('<link rel="canonical" href="https://shop.example/mug">')
  expect(body).toContain('<meta property="og:url" content="https://shop.example/mug">')
  expect(body).toContain('<meta property="og:image" content="https://shop.example/_img/mug.webp">')
  expect(body).toContain('{"url":"https://shop.example/mug"}')
  const payload = await pages.payload({ ...ask(), build: 'b1' })
  expect(JSON.parse(payload.body)).toMatchObject({ meta: { canonical: 'https://shop.example/mug' } })
})

test('an indexable page without a picture is previewed with the shop’s', async () => {
  const site = { isIndexed: true, image: { href: '/_img/shop.webp' } }
  const picture = 'content="https://shop.example/_img/shop.webp"'

  expect((await shopWith({ canonical: '/mug' }, site).document(ask())).body).toContain(picture)
  expect((await shopWith({}, site).document(ask())).body).not.toContain(picture)
})

test('a page that is not indexable says so in its headers too', async () => {
  const { headers } = await shopWith({ robots: 'noindex,follow' }).document(ask())
  expect(headers['x-robots-tag']).toBe('noindex,follow')
  expect((await shopWith({}).document(ask())).headers).not.toHaveProperty('x-robots-tag')
})

test('a shop that is not indexed, and a preview, have noindex and no metadata for robots', async () => {
  const meta = { canonical: '/mug', image: { href: '/_img/mug.webp' } }
  const hidden = await shopWith(meta, { isIndexed: false }).document(ask())
  const preview = await shopWith(meta).document(ask('preview'))

  for (const { headers, body } of [hidden, preview]) {
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).not.toMatch(/canonical"|og:|twitter:|ld\+json/)
  }
})

test('a screen may set the status of its document', async () => {
  expect((await shopWith({ status: 404 }).document(ask())).status).toBe(404)
  expect((await shopWith({}).document(ask())).status).toBe(200)
})

test('the data of a page is not indexable', async () => {
  const { headers } = await shopWith({}).payload({ ...ask(), build: 'b1' })
  expect(headers['x-robots-tag']).toBe('noindex')
})

test('a document leaves its boot data to a request of its own where that is answered', async () => {
  const pages = shopWith({})
  const inline = await pages.document(ask())

  const { body, boot, inlineScripts } = await pages.document({ ...ask(), isBootApart: true })

  const json = /id="boot">(.*?)<\/script>/.exec(inline.body)?.[1]
  expect(body).not.toContain('id="boot"')
  expect(boot).toMatchObject({ build: 'b1', json })
  expect(inlineScripts.join()).toContain(`fetch("/mug/_payload.json?b1~${boot?.version}&sku=A")`)
  expect(inline.inlineScripts.join()).not.toContain('fetch(')
  // The same data has the same version.
  expect((await pages.document({ ...ask(), isBootApart: true })).boot).toEqual(boot)
})

test('the document of a failure contains its boot data', async () => {
  const { body, boot } = await shopWith({}).document({ ...ask(), url: '/nothing', isBootApart: true })
  expect(body).toContain('id="boot"')
  expect(boot).toBeUndefined()
})
