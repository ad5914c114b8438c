import { expect, test } from './shopper.ts'

// Fetched once without a browser, as robots do, so the viewport does not matter.
test.describe.configure({ mode: 'parallel' })
const robots = { tag: '@desktop' }

type Thing = Record<string, unknown> & { '@type': string }
type Offer = Record<'price' | 'priceCurrency' | 'availability' | 'url', string> &
  Record<string, { '@id': string }>
type Sold = { sku: string; offers: Offer }
type Money = { amount: number; currency: string }
type Combination = {
  sku: string
  selling_price: Money
  mrp: Money
  availability: string
  available_quantity: number
}
type Product = { variations: { combinations: Combination[] } }

const shopUrl = () => process.env.SHOP_URL ?? ''

async function get(path: string) {
  const response = await fetch(new URL(path, shopUrl()))
  const body = await response.text()
  return { status: response.status, headers: response.headers, body }
}

const unescaped = (text: string) =>
  text
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(
      /&(amp|lt|gt|quot|apos);/g,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
    )

const textsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, text = '']) => unescaped(text))

/** The structured data of a page. */
function thingsOf(html: string): Thing[] {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  return scripts.flatMap(([, json = '']) => (JSON.parse(json) as { '@graph': Thing[] })['@graph'])
}

const canonicalOf = (html: string) => unescaped(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? '')

/** The visible text of the product. */
function productTextOf(html: string) {
  const [, product = ''] = /<h1\b(.*?)(?:<section\b|<\/main>)/s.exec(html.replace(/<!--.*?-->/gs, '')) ?? []
  return unescaped(product.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ')
}

const inRupees = ({ amount }: Money) =>
  new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    ...(amount % 100 === 0 ? { maximumFractionDigits: 0 } : {}),
  }).format(amount / 100)

const stockMessage = ({ availability, available_quantity }: Combination) =>
  availability === 'out_of_stock'
    ? 'Sold out'
    : availability === 'low_stock'
      ? `Only ${available_quantity} left`
      : 'In stock'

const schemaAvailability: Record<string, string> = {
  in_stock: 'https://schema.org/InStock',
  low_stock: 'https://schema.org/LimitedAvailability',
  out_of_stock: 'https://schema.org/OutOfStock',
}

test(
  'page, structured data, feed and API agree on price, currency and stock of every variation',
  robots,
  async () => {
    test.setTimeout(180_000)
    const [sitemap, feed] = await Promise.all([get('/sitemap.xml'), get('/feeds/google.xml')])
    const items = new Map(textsOf(feed.body, 'item').map((item) => [textsOf(item, 'g:id')[0], item]))
    const paths = textsOf(sitemap.body, 'loc')
      .map((address) => new URL(address).pathname)
      .filter((path) => path.startsWith('/product/'))
    expect(paths.length).toBeGreaterThan(60)
    let compared = 0

    for (const path of paths) {
      const reply = await get(`/api/product/single-product/${path.split('/').at(-1)}`)
      const product = (JSON.parse(reply.body) as { data: Product }).data
      const things = thingsOf((await get(path)).body)
      const [thing] = things as unknown as (Sold & { hasVariant?: Sold[] })[]
      const sold = thing?.hasVariant ?? [thing as Sold]
      expect(sold.map(({ sku }) => sku)).toEqual(product.variations.combinations.map(({ sku }) => sku))

      for (const combination of product.variations.combinations) {
        const { sku, selling_price, mrp, availability } = combination
        const price = (selling_price.amount / 100).toFixed(2)
        const offer = sold.find((one) => one.sku === sku)?.offers
        expect(offer, sku).toMatchObject({
          price,
          priceCurrency: selling_price.currency,
          availability: schemaAvailability[availability],
          url: `${shopUrl()}${path}?sku=${encodeURIComponent(sku)}`,
        })
        for (const term of [offer?.shippingDetails, offer?.hasMerchantReturnPolicy])
          expect(things.map((one) => one['@id'])).toContain(term?.['@id'])

        const item = items.get(sku) ?? ''
        const isReduced = mrp.amount > selling_price.amount
        expect(textsOf(item, isReduced ? 'g:sale_price' : 'g:price'), sku).toContain(
          `${price} ${selling_price.currency}`,
        )
        expect(textsOf(item, 'g:availability'), sku).toEqual([
          availability === 'out_of_stock' ? 'out_of_stock' : 'in_stock',
        ])
        expect(textsOf(item, 'g:link'), sku).toEqual([offer?.url])

        const productText = productTextOf((await get(`${path}?sku=${encodeURIComponent(sku)}`)).body)
        expect(productText, sku).toContain(inRupees(selling_price))
        expect(productText, sku).toContain(stockMessage(combination))
        compared += 1
      }
    }
    expect(compared).toBe(items.size)
  },
)

test('every URL of the sitemap is an indexable page with itself as canonical URL', robots, async () => {
  test.setTimeout(120_000)
  for (const address of textsOf((await get('/sitemap.xml')).body, 'loc')) {
    const { status, headers, body } = await get(address)
    expect([address, status, canonicalOf(body)]).toEqual([address, 200, address])
    expect(headers.get('x-robots-tag'), address).toBeNull()
    expect(body, address).not.toContain('<meta name="robots"')
    expect(thingsOf(body).length, address).toBeGreaterThan(0)
  }
})

test('visitor pages and search results are noindex', robots, async () => {
  for (const path of [
    '/cart',
    '/search?query=mug',
    '/shop-online?brand=ochre-lane-pottery',
    '/shop-online?page=99',
    '/no/such/page',
  ]) {
    const { headers, body } = await get(path)
    expect(headers.get('x-robots-tag'), path).toContain('noindex')
    expect(body, path).toMatch(/<meta name="robots" content="noindex/)
    expect(thingsOf(body), path).toEqual([])
  }
})

test('a variation URL has the product page as canonical URL', robots, async () => {
  const { body } = await get('/product/grass-sprig-mug?sku=KL-MG-102-2')

  expect(canonicalOf(body)).toBe(`${shopUrl()}/product/grass-sprig-mug`)
})

test('a nested listing under a wrong parent redirects to its own URL', robots, async () => {
  const reply = await fetch(new URL('/shop-online/textiles/mugs?page=1', shopUrl()), { redirect: 'manual' })

  expect(reply.status).toBe(301)
  expect(reply.headers.get('location')).toMatch(/\/shop-online\/ceramics\/mugs\?page=1$/)
})

test('a search for a SKU redirects to its variation, regardless of case', robots, async () => {
  for (const typed of ['KL-MG-102-2', 'kl-mg-102-2', '%20Kl-mG-102-2%20']) {
    const reply = await fetch(new URL(`/search?query=${typed}`, shopUrl()), { redirect: 'manual' })

    expect(reply.headers.get('location'), typed).toMatch(/\/product\/grass-sprig-mug\?sku=KL-MG-102-2$/)
  }
})

test('each kind of page has its type of structured data', robots, async () => {
  const typesOf = async (path: string) => thingsOf((await get(path)).body).map((thing) => thing['@type'])

  expect(await typesOf('/')).toEqual(['OnlineStore', 'WebSite'])
  expect(await typesOf('/product-category/ceramics/mugs')).toEqual(['BreadcrumbList', 'ItemList'])
  expect(await typesOf('/about')).toEqual(['BreadcrumbList'])
  expect(await typesOf('/faq')).toEqual(['BreadcrumbList', 'FAQPage'])
  expect(await typesOf('/blogs')).toEqual(['Blog', 'BreadcrumbList'])
  expect(await typesOf('/blogs/how-a-mug-is-made')).toEqual(['BlogPosting', 'BreadcrumbList'])
  expect(await typesOf('/product/your-words-mug')).toEqual([
    'Product',
    'OfferShippingDetails',
    'MerchantReturnPolicy',
    'BreadcrumbList',
  ])
})

test('link previews have an absolute URL and an existing picture', robots, async () => {
  for (const path of [
    '/',
    '/product-category/ceramics',
    '/about',
    '/product/banyan-fan-mug',
    '/blogs/how-a-mug-is-made',
  ]) {
    const { body } = await get(path)
    const property = (name: string) =>
      new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(body)?.[1] ?? ''
    expect(property('url'), path).toBe(new URL(path, shopUrl()).href)
    const picture = await fetch(property('image'))
    expect([path, picture.status, picture.headers.get('content-type')]).toEqual([path, 200, 'image/webp'])
  }
})
