import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seriousFaults } from './serious-faults.ts'
import { expect, test as shoppers } from './shopper.ts'

/** Between browser and shop: takes the network away, loses replies, and is the shop after an update. */
type Network = { url: string; isAway: boolean; losesReplies: boolean; build: string | undefined }

const test = shoppers.extend<{ network: Network }>({
  network: async ({ shopUrl }, use) => {
    const network: Network = { url: '', isAway: false, losesReplies: false, build: undefined }
    const server = createServer(
      (incoming, outgoing) => void forward(network, { shopUrl, incoming, outgoing }),
    )
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    network.url = `http://localhost:${(server.address() as AddressInfo).port}`
    await use(network)
    server.closeAllConnections()
    server.close()
  },
  baseURL: ({ network }, use) => use(network.url),
})

type Passage = { shopUrl: string; incoming: IncomingMessage; outgoing: ServerResponse }

function forward(network: Network, { shopUrl, incoming, outgoing }: Passage) {
  if (network.isAway) return void incoming.socket.destroy()
  const { method, url = '/', headers } = incoming
  // Compressed text could not be changed below.
  const passed = request(shopUrl + url, { method, headers: { ...headers, 'accept-encoding': 'identity' } })
  passed.on('error', () => incoming.socket.destroy())
  passed.on('response', async (response) => {
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    // After the head: before it Chromium sends the request again by itself.
    if (network.losesReplies && method !== 'GET')
      return void outgoing.writeHead(200).write(' ', () => incoming.socket.destroy())
    const { build } = network
    const isManifest = url.startsWith('/_build/meta/')
    const text = build === undefined ? undefined : updated(url, Buffer.concat(chunks).toString(), build)
    const body = text ?? Buffer.concat(chunks)
    const { 'content-length': _, 'transfer-encoding': __, ...rest } = response.headers
    // Not from the browser's own cache, where a manifest stays for a year.
    if (isManifest) rest['cache-control'] = 'no-store'
    outgoing.writeHead(isManifest && build !== undefined ? 404 : (response.statusCode ?? 502), rest)
    outgoing.end(body)
  })
  incoming.pipe(passed)
}

/** The files of the next build, as far as they differ: the newest build's name, and the worker with its cache. */
function updated(url: string, body: string, build: string): string | undefined {
  if (url === '/_build/latest.json') return JSON.stringify({ id: build, timestamp: 1 })
  if (url !== '/sw.js') return undefined
  return body.replace(
    /offline=\{page:"([^"]+)",cache:"[^"]+"\}/,
    `offline={page:"$1",cache:"offline-${build}"}`,
  )
}

// Requests fail here on purpose, and a new build has no manifest for the old one.
test.use({ serviceWorkers: 'allow', mayComplain: [/ERR_|Failed to fetch|status of (404|409)|Build unknown/] })

type Tab = import('@playwright/test').Page

/** All that the service worker's caches have, by cache. */
const stored = (page: Tab) =>
  page.evaluate(async () => {
    const all: Record<string, string[]> = {}
    for (const name of await caches.keys()) {
      // Chromium fails in a cache that is deleted at that moment.
      const requests = await (await caches.open(name)).keys().catch(() => undefined)
      if (!requests) all[name] = ['/is-being-deleted']
      else all[name] = requests.map(({ url }) => new URL(url).pathname).sort()
    }
    return all
  })

const entries = async (page: Tab) => Object.values(await stored(page)).flat()

/** Waits until the page has told the worker's cache about the product on screen. */
const seen = (page: Tab, name: string) =>
  expect
    .poll(() => page.evaluate(async () => (await (await caches.match('/_offline/products'))?.text()) ?? ''))
    .toContain(name)

test('without a network the shop shows the last products and the cart, keeps nothing of a visitor, and comes back @phone', async ({
  page,
  shopper,
  network,
}) => {
  await shopper.becomeCustomer()
  await shopper.openProduct('moon-vase')
  await seen(page, 'Moon Vase')
  await shopper.addToCart()
  await shopper.closeDrawer()
  await expect.poll(() => entries(page)).toContain('/_offline/cart')
  await shopper.open('/account/profile')
  await shopper.open('/account/addresses')
  await shopper.open('/cart')
  await shopper.goToCheckout()
  const kept = await entries(page)
  const own = ['/_offline', '/_offline/cart', '/_offline/products']
  expect(kept.filter((path) => !own.includes(path) && !path.startsWith('/_img/320x/'))).toEqual([])
  expect(kept.filter((path) => path.startsWith('/_img/'))).toHaveLength(1)

  network.isAway = true
  await page.goto('/checkout/address')
  await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeVisible()
  const cart = page.getByRole('region', { name: 'Your cart' })
  await expect(cart.getByRole('listitem')).toContainText(['Moon Vase'])
  const products = page.getByRole('region', { name: 'Products you last saw' })
  await expect(products.getByRole('listitem')).toContainText(/₹[\d,]+ Price when you last saw it/)
  await expect(products.locator('img')).toHaveJSProperty('naturalWidth', 320)
  await expect(page.locator('a[href*="checkout"]')).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])

  network.isAway = false
  await expect(page.getByRole('heading', { level: 1, name: 'Address' })).toBeVisible()

  await shopper.open('/account')
  await page
    .getByRole('button', { name: /Log ?out/i })
    .filter({ visible: true })
    .first()
    .click()
  await expect.poll(() => entries(page), 'a logout removes all of it').toEqual([])
})

test('changes of the cart wait for the network and arrive once', { tag: '@desktop' }, async ({
  page,
  shopper,
  network,
}) => {
  await shopper.addToCart('moon-vase')
  await shopper.closeDrawer()
  await shopper.openProduct('moon-vase')
  await shopper.seesInCart(1)

  // The shop receives it, and its reply is lost.
  network.losesReplies = true
  await page.getByRole('button', { name: 'Add to cart' }).filter({ visible: true }).first().click()
  await expect(page.getByText('Waiting for connection. It goes into your cart')).toBeVisible()
  network.losesReplies = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('You’re back online. Your cart is up to date.')).toBeVisible()
  await shopper.seesInCart(2)

  await shopper.open('/cart')
  await page.getByRole('button', { name: 'One more' }).first().click()
  await shopper.seesInCart(3)
  network.isAway = true
  await page.getByRole('button', { name: 'One more' }).first().click()
  const note = page.getByRole('status').filter({ hasText: 'Waiting for connection' })
  await expect(note).toContainText(/Change Moon Vase.* to 4/)
  network.isAway = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(note).toBeHidden()
  await page.reload()
  await shopper.seesInCart(4)

  network.isAway = true
  await page.getByRole('button', { name: 'One more' }).first().click()
  await expect(note).toBeVisible()
  await note.getByRole('button', { name: /^Cancel/ }).click()
  await expect(note).toBeHidden()
  network.isAway = false
  await page.reload()
  await shopper.seesInCart(4)
})

test('a new build offers to reload, and its worker replaces the former one', { tag: '@desktop' }, async ({
  page,
  shopper,
  network,
}) => {
  await shopper.openProduct('moon-vase')
  await seen(page, 'Moon Vase')
  const before = Object.keys(await stored(page))
  expect(before).toHaveLength(2)

  network.build = 'next'
  await shopper.open('/shop-online')
  await expect(page.getByText('A new version of the shop is ready')).toBeVisible()
  await expect
    .poll(async () => Object.keys(await stored(page)).sort())
    .toEqual(['offline-next', 'offline-seen'])
  expect((await entries(page)).filter((path) => path.startsWith('/assets/'))).toEqual([])

  network.build = undefined
  await page.getByRole('button', { name: 'Reload' }).click()
  await shopper.isHydrated()
  network.isAway = true
  await page.goto('/cart')
  await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeVisible()
})
