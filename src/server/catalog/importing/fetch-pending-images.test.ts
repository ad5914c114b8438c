import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { isPublicAddress } from '#server/platform/limits/public-address.ts'
import { noPlugins } from '#server/shop/plugins/registry.ts'
import { fetchPendingImages } from './fetch-pending-images.ts'
import { importShop, readProduct } from './import-shop.test-support.ts'

const { db, importText, mediaDir, files } = await importShop()
const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#246' } })
  .jpeg()
  .toBuffer()

const requested: string[] = []
const server = createServer((request, reply) => {
  requested.push(request.url ?? '')
  if (request.url === '/moved.jpg') return reply.writeHead(302, { location: '/picture.jpg' }).end()
  if (request.url === '/inside.jpg') return reply.writeHead(302, { location: 'ftp://x.example/a.jpg' }).end()
  if (request.url === '/drawing.jpg') return reply.end('<svg xmlns="http://www.w3.org/2000/svg"/>')
  if (request.url === '/huge.jpg') return reply.end(Buffer.alloc(21 * 1024 * 1024))
  if (request.url === '/gone.jpg') return reply.writeHead(503).end()
  return reply.end(picture)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => server.close())

const fetchAll = (options: { allowsPrivateAddresses?: boolean } = { allowsPrivateAddresses: true }) =>
  fetchPendingImages({ db, plugins: noPlugins, files, ...options })
const importWith = (handle: string, url: string) =>
  importText(`Handle,Title,Variant SKU,Variant Price,Image Src\n${handle},${handle},${handle},10,${url}\n`)
const pendingOf = (url: string) =>
  db.selectFrom('product_images').selectAll().where('source_url', '=', url).executeTakeFirstOrThrow()

test('a pending image is fetched, measured and stored, and its product’s pages are invalidated', async () => {
  await importWith('one', `${origin}/moved.jpg`)
  await importWith('two', `${origin}/moved.jpg`)
  await db.deleteFrom('change_log').execute()

  expect(await fetchAll()).toEqual({ stored: 2, failed: 0, givenUp: 0 })

  const { id, images } = await readProduct(db, 'one')
  expect(images).toMatchObject([{ path: expect.stringMatching(/^import\/[0-9a-f]{32}\.jpg$/), width: 60 }])
  expect((await readProduct(db, 'two')).images).toMatchObject([{ path: images[0]!.path }])
  expect((await stat(join(mediaDir, images[0]!.path!))).size).toBe(picture.length)
  expect(requested.filter((path) => path === '/moved.jpg')).toHaveLength(1)
  const tags = await db.selectFrom('change_log').select('tag').execute()
  expect(tags.map(({ tag }) => tag)).toContain(`product:${id}`)
  // The import recognises the image by its URL.
  expect((await importWith('one', `${origin}/moved.jpg`)).products).toMatchObject({ unchanged: 1 })
})

test('a failing image is retried with growing delays and given up after the tenth attempt', async () => {
  const url = `${origin}/gone.jpg`
  await importWith('gone', url)
  const waits: number[] = []
  for (let attempt = 1; attempt <= 12; attempt++) {
    await db
      .updateTable('product_images')
      .set({ next_attempt_at: new Date(0) })
      .where('source_url', '=', url)
      .execute()
    await fetchAll()
    const { next_attempt_at: next } = await pendingOf(url)
    waits.push(Math.round(((next?.getTime() ?? 0) - Date.now()) / 60_000))
  }

  expect(waits.slice(0, 4)).toEqual([1, 3, 9, 27])
  expect(waits[9]).toBe(24 * 60)
  expect(requested.filter((path) => path === '/gone.jpg')).toHaveLength(10)
  expect(await pendingOf(url)).toMatchObject({
    attempts: 10,
    last_error: 'The server answered 503',
    image_id: null,
  })
})

test('a pending image is not fetched before its next attempt is due', async () => {
  const url = `${origin}/gone.jpg?later`
  await importWith('later', url)
  await fetchAll()

  expect(await fetchAll()).toEqual({ stored: 0, failed: 0, givenUp: 0 })
})

test.each([
  ['drawing.jpg', 'It is not a JPEG, PNG, WebP, GIF or AVIF picture'],
  ['huge.jpg', 'It is larger than 20 MB'],
  ['inside.jpg', 'Only plain http and https addresses are fetched'],
])('a permanent failure is given up at once: %s', async (path, reason) => {
  await importWith(path.replace('.jpg', ''), `${origin}/${path}`)

  expect(await fetchAll()).toEqual({ stored: 0, failed: 0, givenUp: 1 })
  expect(await pendingOf(`${origin}/${path}`)).toMatchObject({ last_error: reason, attempts: 10 })
})

test.each(['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '[::ffff:10.0.0.1]', '2130706433'])(
  'fetching from a private address is refused: %s',
  async (host) => {
    const url = new URL(`http://${host}:${new URL(origin).port}/secret.jpg`).href
    await importWith(`own-${host}`, url)

    expect(await fetchAll({})).toEqual({ stored: 0, failed: 0, givenUp: 1 })
    expect((await pendingOf(url)).last_error).toMatch(/is not a public address$/)
    expect(requested).not.toContain('/secret.jpg')
  },
)

test('isPublicAddress accepts only public Internet addresses', () => {
  const isPublic = ['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8']
  const isNot = [
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    // Relays of 6to4, and the services of a cloud.
    '192.88.99.1',
    '168.63.129.16',
    '::ffff:168.63.129.16',
  ]
  const isNot6 = [
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    '::ffff:7f00:1',
    'x',
  ]
  expect(isPublic.filter((address) => !isPublicAddress(address))).toEqual([])
  expect([...isNot, ...isNot6].filter(isPublicAddress)).toEqual([])
})
