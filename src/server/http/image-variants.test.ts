import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import pino from 'pino'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { createImageVariants } from './image-variants.ts'
import { serveImages } from './images.ts'
import { serveMedia } from './media.ts'
import { createSecurityHeaders } from './security-headers.ts'

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#9a3f1f' } })

/** A shop with a media folder of its own: `mug.png` of 900 × 600, `kiln/bowl.avif` of 1000 × 1000, a logo and a text. */
async function openShop() {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-images-'))
  const mediaDir = join(dataDir, 'media')
  const cacheDir = join(dataDir, 'cache/img')
  await mkdir(join(mediaDir, 'kiln'), { recursive: true })
  await drawn(900, 600).png().toFile(join(mediaDir, 'mug.png'))
  await drawn(1000, 1000).avif({ effort: 0 }).toFile(join(mediaDir, 'kiln/bowl.avif'))
  await writeFile(
    join(mediaDir, 'logo.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>',
  )
  await writeFile(
    join(mediaDir, 'disguised.png'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>',
  )
  await writeFile(join(mediaDir, 'broken.jpg'), Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]))
  await writeFile(join(mediaDir, '.hidden.png'), 'x')
  await writeFile(join(dataDir, 'secret.png'), 'secret')
  const variants = createImageVariants({ mediaDir, cacheDir, log: pino({ level: 'silent' }) })
  const headers = createSecurityHeaders({ storeUrl: 'http://localhost' })
  const app = Fastify()
  serveImages(app, { variants, headers })
  serveMedia(app, { mediaDir, headers })
  onTestFinished(async () => {
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const get = (url: string, asked: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers: asked })
  return { get, variants, dataDir, mediaDir, cacheDir }
}

const sizeOf = async (body: Buffer) => {
  const { width, height, format } = await sharp(body).metadata()
  return { width, height, format }
}

const keptIn = async (cacheDir: string) =>
  (await readdir(cacheDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

test('a picture comes as webp in the width asked for', async () => {
  const { get } = await openShop()
  const reply = await get('/_img/320x/mug.png.webp')

  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('image/webp')
  expect(await sizeOf(reply.rawPayload)).toEqual({ width: 320, height: 213, format: 'webp' })
  expect(await sizeOf((await get('/_img/320x/kiln/bowl.avif.webp?dpr=2')).rawPayload)).toEqual({
    width: 640,
    height: 640,
    format: 'webp',
  })
})

test('a picture is never enlarged, and what comes out the same is made once', async () => {
  const { get, cacheDir } = await openShop()
  for (const url of ['/_img/1024x/mug.png.webp', '/_img/1536x/mug.png.webp?dpr=2'])
    expect(await sizeOf((await get(url)).rawPayload)).toEqual({ width: 900, height: 600, format: 'webp' })

  expect(await keptIn(cacheDir)).toHaveLength(1)
})

for (const url of [
  '/_img/321x/mug.png.webp',
  '/_img/320x200/mug.png.webp',
  '/_img/x/mug.png.webp',
  '/_img/320x/mug.png.webp?dpr=3',
  '/_img/320x/mug.png.webp?dpr=',
  '/_img/320x/mug.png',
  '/_img/320x/missing.png.webp',
  '/_img/320x/kiln.webp',
  '/_img/320x/logo.svg.webp',
  '/_img/320x/disguised.png.webp',
  '/_img/320x/broken.jpg.webp',
  '/_img/320x/.hidden.png.webp',
  '/_img/320x/%2e%2e%2fsecret.png.webp',
  '/_img/320x/kiln/..%2f..%2fsecret.png.webp',
  '/_img/320x/..%5csecret.png.webp',
  '/_img/320x/%252e%252e/secret.png.webp',
  '/_img/320x/mug.png%00.webp',
  '/_img/320x/%2Fetc%2Fhostname.webp',
])
  test(`${url} is no picture`, async () => {
    const { get } = await openShop()
    const reply = await get(url)
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([404, 'no-store'])
  })

test('a link out of the media folder leads nowhere', async () => {
  const { get, mediaDir, dataDir } = await openShop()
  await drawn(50, 50).png().toFile(join(dataDir, 'private.png'))
  await symlink(join(dataDir, 'private.png'), join(mediaDir, 'link.png'))

  expect((await get('/_img/320x/link.png.webp')).statusCode).toBe(404)
  expect((await get('/media/link.png')).statusCode).toBe(404)
})

test('a picture may be kept for a day, and forever where the address names its version', async () => {
  const { get } = await openShop()
  const plain = await get('/_img/320x/mug.png.webp')
  expect(plain.headers['cache-control']).toBe('public, max-age=86400, stale-while-revalidate=604800')
  expect(plain.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
  const versioned = await get('/_img/320x/mug.png.webp?v=1')
  expect(versioned.headers['cache-control']).toBe('public, max-age=31536000, immutable')

  const again = await get('/_img/320x/mug.png.webp', { 'if-none-match': String(plain.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('a picture that is replaced comes anew, and the old one leaves the disk', async () => {
  const { get, mediaDir, cacheDir } = await openShop()
  const old = await get('/_img/320x/mug.png.webp')
  await get('/_img/640x/mug.png.webp')
  await drawn(400, 400).png().toFile(join(mediaDir, 'mug.png'))
  await utimes(join(mediaDir, 'mug.png'), new Date(), new Date(Date.now() + 5_000))

  const fresh = await get('/_img/320x/mug.png.webp', { 'if-none-match': String(old.headers.etag) })

  expect(fresh.statusCode).toBe(200)
  expect(await sizeOf(fresh.rawPayload)).toMatchObject({ width: 320, height: 320 })
  expect(await keptIn(cacheDir)).toHaveLength(1)
})

test('a picture made once is read from the disk after that', async () => {
  const { get, variants, cacheDir } = await openShop()
  await get('/_img/320x/mug.png.webp')
  const [kept] = await keptIn(cacheDir)
  await writeFile(join(kept?.parentPath ?? '', kept?.name ?? ''), 'from the disk')

  expect(String(await (await variants.find('mug.png', 320))?.body())).toBe('from the disk')
})

test('a picture wanted by many at once is made once', async () => {
  const { get, cacheDir } = await openShop()
  const replies = await Promise.all(Array.from({ length: 20 }, () => get('/_img/320x/mug.png.webp')))

  expect(new Set(replies.map(({ rawPayload }) => rawPayload.toString('hex'))).size).toBe(1)
  expect(await keptIn(cacheDir)).toHaveLength(1)
})

test('a disk that cannot be written to costs time, not pictures', async () => {
  const { mediaDir } = await openShop()
  const log = { warnings: 0, warn: () => void log.warnings++ }
  const variants = createImageVariants({ mediaDir, cacheDir: join(mediaDir, 'mug.png/cache'), log })

  const variant = await variants.find('kiln/bowl.avif', 320)

  expect(await sizeOf((await variant?.body()) as Buffer)).toMatchObject({ width: 320 })
  expect(log.warnings).toBe(1)
})

test('pictures made ahead are there when they are asked for', async () => {
  const { variants, cacheDir } = await openShop()
  const progress: [number, number][] = []

  await variants.warm(['mug.png', 'kiln/bowl.avif', 'missing.png', 'disguised.png'], {
    widths: [320, 640, 1024, 2048],
    onProgress: (done, of) => void progress.push([done, of]),
  })

  expect(progress.at(-1)).toEqual([4, 4])
  // 320, 640, 900 of the mug, 320, 640, 1000 of the bowl
  expect((await keptIn(cacheDir)).map(({ name }) => name.replace(/^.*-/, '')).sort()).toEqual([
    '1000.webp',
    '320.webp',
    '320.webp',
    '640.webp',
    '640.webp',
    '900.webp',
  ])
})

test('making ahead stops when it is told to', async () => {
  const { variants, cacheDir } = await openShop()
  const stop = new AbortController()

  await variants.warm(['mug.png', 'kiln/bowl.avif'], { signal: stop.signal, onProgress: () => stop.abort() })

  expect(await keptIn(cacheDir)).toHaveLength(2)
})

test('a file of the media folder is sent as what it is, and is nothing but itself', async () => {
  const { get } = await openShop()
  const logo = await get('/media/logo.svg')

  expect(logo.statusCode).toBe(200)
  expect(logo.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
  })
  expect(logo.headers['content-security-policy']).toContain('sandbox')
  const again = await get('/media/logo.svg', { 'if-none-match': String(logo.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

for (const url of [
  '/media/missing.png',
  '/media/..%2fsecret.png',
  '/media/.hidden.png',
  '/media/kiln',
  '/media/',
])
  test(`${url} is no file`, async () => {
    const { get } = await openShop()
    expect((await get(url)).statusCode).toBe(404)
  })

test('a file of a kind that the shop does not show is no file', async () => {
  const { get, mediaDir } = await openShop()
  await writeFile(join(mediaDir, 'page.html'), '<script>')
  expect((await get('/media/page.html')).statusCode).toBe(404)
})

test('a video player may ask for a part of a file', async () => {
  const { get, mediaDir } = await openShop()
  await writeFile(join(mediaDir, 'film.mp4'), '0123456789')
  const part = (range: string, more = {}) => get('/media/film.mp4', { range, ...more })

  const middle = await part('bytes=2-4')
  expect([middle.statusCode, middle.body, middle.headers['content-range']]).toEqual([
    206,
    '234',
    'bytes 2-4/10',
  ])
  expect((await part('bytes=7-')).body).toBe('789')
  expect((await part('bytes=-2')).body).toBe('89')
  expect((await part('bytes=0-99')).body).toBe('0123456789')
  expect((await part('bytes=10-')).statusCode).toBe(416)
  expect((await part('bytes=0-1,4-5')).statusCode).toBe(200)
  expect((await part('bytes=2-4', { 'if-range': '"older"' })).body).toBe('0123456789')
  const head = await get('/media/film.mp4', {}, 'HEAD')
  expect([head.headers['content-length'], head.body]).toEqual(['10', ''])
})
