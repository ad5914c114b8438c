import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { makeProduct } from '#harness/products.ts'

const shop = await openShop({ seed: true, pages: true })

async function open(url: string) {
  const { status, headers, body } = await shop.request({ method: 'GET', url })
  const html = String(body)
  const [, title] = /<title>(.*?)<\/title>/.exec(html) ?? []
  const [, picture] = /<meta property="og:image" content="([^"]*)"/.exec(html) ?? []
  return { status, location: headers.location, html, title, picture }
}

const shownOptionOf = (html: string) => /aria-current="true" title="([^"]*)"/.exec(html)?.[1]

test('a product with an unknown SKU is shown in its default variation, with its own canonical URL', async () => {
  const { status, html } = await open('/product/moon-vase?sku=OLD-1')

  expect(status).toBe(200)
  expect(html).toMatch(/<link rel="canonical" href="[^"]*\/product\/moon-vase">/)
  expect(shownOptionOf(html)).toBe('Oat')
  expect(html).toContain('KL-VS-114-1</bdi></td>')
  expect(shownOptionOf((await open('/product/moon-vase?sku=KL-VS-114-2')).html)).toBe('Clay rose')
})

test('a filter named as a property of every object is ignored', async () => {
  expect((await open('/shop-online?constructor=1')).status).toBe(200)
})

test('a page beyond the last one of a listing is not found', async () => {
  expect((await open('/shop-online?page=2')).status).toBe(200)
  expect((await open('/shop-online?page=1000000000')).status).toBe(404)
})

test.each([
  ['/Product/Moon-Vase?sku=KL-1', '/product/moon-vase?sku=KL-1'],
  ['/SHOP-ONLINE', '/shop-online'],
  ['/Cart', '/cart'],
])('%s redirects to the same path in lower case', async (path, target) => {
  const { status, location } = await open(path)

  expect([status, location]).toEqual([301, target])
})

test('a missing page with upper-case letters and an unknown waybill stay missing', async () => {
  expect((await open('/No/Such-Page')).status).toBe(404)
  expect((await open('/track-order/WB-NO-SUCH-PARCEL')).status).toBe(404)
})

test('a missing page lists products that match its address', async () => {
  const { status, html } = await open('/product/moon-vas')

  expect(status).toBe(404)
  expect(html).toContain('href="/product/moon-vase"')
  expect((await open('/wp-login.php')).html).not.toContain('Similar products')
})

test.each(['/shop-online', '/search?query=vase', '/no-such-page', '/cart', '/product-category/ceramics'])(
  'the title of %s contains the shop’s name once',
  async (path) => {
    expect((await open(path)).title?.split('Kiln &#38; Loom')).toHaveLength(2)
  },
)

test('link previews show a category’s own picture, and none for a product without pictures', async () => {
  const home = await open('/')
  const category = await open('/product-category/ceramics')
  const { product_id } = await makeProduct(shop.db, { name: 'Bare' })
  const { slug } = await shop.db
    .selectFrom('products')
    .innerJoin('variations', 'variations.product_id', 'products.id')
    .select('slug')
    .where('variations.id', '=', product_id)
    .executeTakeFirstOrThrow()
  const bare = await open(`/product/${slug}`)

  expect(category.picture).toMatch(/\/_img\//)
  expect(category.picture).not.toBe(home.picture)
  expect(bare.status).toBe(200)
  expect(bare.picture).toBeUndefined()
  // Its page and its card show an icon instead of an empty box.
  expect(bare.html).toContain('aria-label="No picture of Bare yet"><svg')
  expect((await open('/search?query=Bare')).html).toMatch(/<article[^>]*><div[^>]*><svg/)
})
