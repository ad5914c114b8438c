import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { newPhotoPath } from '#server/commerce/orders/photo-path.ts'
import { createSecurityHeaders } from '#server/http/security-headers.ts'
import { serveImages } from '#server/http/static/images.ts'
import { serveMedia } from '#server/http/static/media.ts'
import { isStoredPath } from '../kernel/file-storage.ts'
import { createDiskStorage } from '../storage/disk-storage.ts'
import { createImageProcess, type ImageProcess } from './image-process.ts'
import { createImageVariants } from './image-variants.ts'

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#9a3f1f' } })

/**
 * A shop with its own media folder: `mug.png` of 900 × 600, `kiln/bowl.avif` of 1000 × 1000, a logo and a
 * text.
 */
async function openShop({
  timeoutSeconds = 10,
  originalAfterMs = 60_000,
  answerWithinMs = 60_000,
  images,
}: {
  timeoutSeconds?: number
  originalAfterMs?: number
  answerWithinMs?: number
  images?: ImageProcess
} = {}) {
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
  const variants = createImageVariants({
    files: createDiskStorage(mediaDir),
    cacheDir,
    log: pino({ level: 'silent' }),
    timeoutSeconds,
    ...(images && { images }),
  })
  const headers = createSecurityHeaders({ storeUrl: 'http://localhost' })
  const app = Fastify()
  serveImages(app, { variants, headers, originalAfterMs, answerWithinMs })
  serveMedia(app, { files: createDiskStorage(mediaDir), headers })
  onTestFinished(async () => {
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const get = (url: string, requested: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers: requested })
  return { app, get, variants, dataDir, mediaDir, cacheDir }
}

async function overSocket(app: FastifyInstance, path: string) {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}${path}`)
}

const sizeOf = async (body: Buffer) => {
  const { width, height, format } = await sharp(body).metadata()
  return { width, height, format }
}

const cachedIn = async (cacheDir: string) =>
  (await readdir(cacheDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

test('an image is served as webp in the requested width', async () => {
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

test('an image is served as JPEG for mails, with white in place of what is transparent', async () => {
  const { get, mediaDir } = await openShop()
  await sharp({ create: { width: 400, height: 300, channels: 4, background: '#00000000' } })
    .png()
    .toFile(join(mediaDir, 'clear.png'))
  const reply = await get('/_img/320x/clear.png.jpg')

  expect(reply.headers['content-type']).toBe('image/jpeg')
  expect(await sizeOf(reply.rawPayload)).toEqual({ width: 320, height: 240, format: 'jpeg' })
  expect((await sharp(reply.rawPayload).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255])
  expect((await get('/_img/320x/mug.png.webp')).headers.etag).not.toBe(
    (await get('/_img/320x/mug.png.jpg')).headers.etag,
  )
})

test('an image is never enlarged, and equal outputs are rendered once', async () => {
  const { get, cacheDir } = await openShop()
  for (const url of ['/_img/1024x/mug.png.webp', '/_img/1536x/mug.png.webp?dpr=2'])
    expect(await sizeOf((await get(url)).rawPayload)).toEqual({ width: 900, height: 600, format: 'webp' })

  expect(await cachedIn(cacheDir)).toHaveLength(1)
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
  test(`${url} is not found as an image`, async () => {
    const { get } = await openShop()
    const reply = await get(url)
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([404, 'no-store'])
  })

test('an image that takes too long answers 503 with Retry-After, and 200 later', async () => {
  const hurried = await openShop({ timeoutSeconds: 1 })
  const file = join(hurried.mediaDir, 'noise.png')
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  await sharp({ create: { width: 3000, height: 3000, channels: 3, background: '#000', noise } })
    .png({ compressionLevel: 0 })
    .toFile(file)
  const late = await overSocket(hurried.app, '/_img/1536x/noise.png.webp?dpr=2&v=1')
  expect([late.status, late.headers.get('retry-after'), late.headers.get('cache-control')]).toEqual([
    503,
    '2',
    'no-store',
  ])
  expect(late.headers.get('etag')).toBeNull()

  const patient = await openShop({ timeoutSeconds: 0 })
  await rename(file, join(patient.mediaDir, 'noise.png'))
  expect((await overSocket(patient.app, '/_img/320x/noise.png.webp')).status).toBe(200)
})

/** An image process that runs this code on each question. */
async function processOf(code: string, idleMs?: number) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-image-process-'))
  const program = join(folder, 'program.mjs')
  await writeFile(
    program,
    `process.on('disconnect', () => process.exit())\nprocess.on('message', ({ id }) => {${code}})`,
  )
  const images = createImageProcess({ program, ...(idleMs !== undefined && { idleMs }) })
  onTestFinished(async () => {
    images.close()
    await rm(folder, { recursive: true, force: true })
  })
  return images
}

test('an image whose process crashes is a 503 with Retry-After that no cache keeps', async () => {
  const { app } = await openShop({ images: await processOf('process.exit(1)') })
  // Not even its width is known, so no original is sent either.
  const reply = await overSocket(app, '/_img/320x/mug.png.webp')

  expect([reply.status, reply.headers.get('retry-after'), reply.headers.get('cache-control')]).toEqual([
    503,
    '2',
    'no-store',
  ])
})

test('a small original is sent while its variant takes long or fails, and no cache keeps it', async () => {
  const slow = await processOf(`setTimeout(() => process.send({ id, result: new Uint8Array([1]) }), 60_000)`)
  const failing = await processOf('process.exit(1)')
  for (const images of [slow, failing]) {
    const { app, mediaDir } = await openShop({
      originalAfterMs: 100,
      images: { ...images, widthOf: async () => 900 },
    })
    const original = await readFile(join(mediaDir, 'mug.png'))
    const reply = await overSocket(app, '/_img/320x/mug.png.webp?v=1')

    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'no-store',
    ])
    expect([reply.headers.get('etag'), Buffer.from(await reply.arrayBuffer()).equals(original)]).toEqual([
      null,
      true,
    ])
  }
})

test('an image that waits too long for its turn answers 503 with Retry-After, before the connection is closed', async () => {
  const images = await processOf(`setTimeout(() => process.send({ id, result: 900 }), 60_000)`)
  const { app } = await openShop({ answerWithinMs: 100, images })
  const reply = await overSocket(app, '/_img/320x/mug.png.webp')

  expect([reply.status, reply.headers.get('retry-after'), reply.headers.get('cache-control')]).toEqual([
    503,
    '2',
    'no-store',
  ])
})

test('an AVIF original is sent only to browsers that read it, and a large original to none', async () => {
  const images = { ...(await processOf('process.exit(1)')), widthOf: async () => 900 }
  const { get, mediaDir } = await openShop({ images })
  await writeFile(
    join(mediaDir, 'large.png'),
    Buffer.concat([await readFile(join(mediaDir, 'mug.png')), Buffer.alloc(400_000)]),
  )
  const url = '/_img/320x/kiln/bowl.avif.webp'

  expect((await get(url, { accept: 'image/avif,image/webp,*/*' })).headers['content-type']).toBe('image/avif')
  for (const accept of ['image/webp,*/*', '']) expect((await get(url, { accept })).statusCode).toBe(503)
  expect((await get('/_img/320x/large.png.webp', { accept: 'image/avif,*/*' })).statusCode).toBe(503)
})

test('the image process ends when it is idle, and the next image starts another', async () => {
  const images = await processOf('process.send({ id, result: process.pid })', 10)
  const first = (await images.widthOf(Buffer.from('a'))) as number

  await expect.poll(() => isRunning(first), { timeout: 100_000 }).toBe(false)
  expect(await images.widthOf(Buffer.from('b'))).not.toBe(first)
})

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('every possible refund photo name can be requested', async () => {
  const { get, mediaDir } = await openShop()
  const paths = Array.from({ length: 2_000 }, () => newPhotoPath({ tokenSecret: 'a-secret-for-tests' }, 7))
  expect(paths.filter((path) => !isStoredPath(path))).toEqual([])

  // Existing photos may begin with a dash.
  const path = 'refund/2026/11/-pJ3nN5xQe2kZ0aVw1bT7A.Yk2c8Vw.webp'
  await mkdir(join(mediaDir, 'refund/2026/11'), { recursive: true })
  await drawn(900, 600).webp().toFile(join(mediaDir, path))
  expect((await get(`/media/${path}`)).headers['cache-control']).toBe('private, max-age=3600')
})

test('no size is made of a customer’s picture, which would stay when the picture is deleted', async () => {
  const { get, mediaDir, cacheDir } = await openShop()
  for (const folder of ['refund', 'customisation']) {
    await mkdir(join(mediaDir, folder), { recursive: true })
    await drawn(900, 600)
      .webp()
      .toFile(join(mediaDir, folder, 'photo.webp'))
    expect((await get(`/_img/320x/${folder}/photo.webp.webp`)).statusCode).toBe(404)
  }
  expect(await readdir(cacheDir).catch(() => [])).toEqual([])
})

test('a symbolic link out of the media folder is not followed', async () => {
  const { get, mediaDir, dataDir } = await openShop()
  await drawn(50, 50).png().toFile(join(dataDir, 'private.png'))
  await symlink(join(dataDir, 'private.png'), join(mediaDir, 'link.png'))

  expect((await get('/_img/320x/link.png.webp')).statusCode).toBe(404)
  expect((await get('/media/link.png')).statusCode).toBe(404)
})

test('an image is cacheable for a day, and forever with a version in its URL', async () => {
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

test('a replaced image is rendered again and its old variant deleted', async () => {
  const { get, mediaDir, cacheDir } = await openShop()
  const old = await get('/_img/320x/mug.png.webp')
  await get('/_img/640x/mug.png.webp')
  await drawn(400, 400).png().toFile(join(mediaDir, 'mug.png'))
  await utimes(join(mediaDir, 'mug.png'), new Date(), new Date(Date.now() + 5_000))

  const fresh = await get('/_img/320x/mug.png.webp', { 'if-none-match': String(old.headers.etag) })

  expect(fresh.statusCode).toBe(200)
  expect(await sizeOf(fresh.rawPayload)).toMatchObject({ width: 320, height: 320 })
  expect(await cachedIn(cacheDir)).toHaveLength(1)
})

test('a rendered image is read from the disk afterwards', async () => {
  const { get, variants, cacheDir } = await openShop()
  await get('/_img/320x/mug.png.webp')
  const [cached] = await cachedIn(cacheDir)
  await writeFile(join(cached?.parentPath ?? '', cached?.name ?? ''), 'from the disk')

  expect(String(await (await variants.find('mug.png', 320))?.body())).toBe('from the disk')
})

test('concurrent requests for an image render it once', async () => {
  const { get, cacheDir } = await openShop()
  const replies = await Promise.all(Array.from({ length: 20 }, () => get('/_img/320x/mug.png.webp')))

  expect(new Set(replies.map(({ rawPayload }) => rawPayload.toString('hex'))).size).toBe(1)
  expect(await cachedIn(cacheDir)).toHaveLength(1)
})

test('an unwritable cache directory does not fail requests', async () => {
  const { mediaDir } = await openShop()
  const log = { warnings: 0, warn: () => void log.warnings++ }
  const variants = createImageVariants({
    files: createDiskStorage(mediaDir),
    cacheDir: join(mediaDir, 'mug.png/cache'),
    log,
  })

  const variant = await variants.find('kiln/bowl.avif', 320)

  expect(await sizeOf((await variant?.body()) as Buffer)).toMatchObject({ width: 320 })
  expect(log.warnings).toBe(1)
})

test('warm renders variants before they are requested', async () => {
  const { variants, cacheDir } = await openShop()
  const progress: [number, number][] = []

  await variants.warm(['mug.png', 'kiln/bowl.avif', 'missing.png', 'disguised.png'], {
    widths: [320, 640, 1024, 2048],
    onProgress: (done, of) => void progress.push([done, of]),
  })

  expect(progress.at(-1)).toEqual([4, 4])
  // 320, 640, 900 of the mug, 320, 640, 1000 of the bowl.
  expect((await cachedIn(cacheDir)).map(({ name }) => name.replace(/^.*-/, '')).sort()).toEqual([
    '1000.webp',
    '320.webp',
    '320.webp',
    '640.webp',
    '640.webp',
    '900.webp',
  ])
})

test('warm stops when its signal aborts', async () => {
  const { variants, cacheDir } = await openShop()
  const stop = new AbortController()

  await variants.warm(['mug.png', 'kiln/bowl.avif'], { signal: stop.signal, onProgress: () => stop.abort() })

  expect(await cachedIn(cacheDir)).toHaveLength(2)
})

test('warm leaves the processor to others after each variant, and ends at once when it is aborted then', async () => {
  const { mediaDir, cacheDir } = await openShop()
  const images = createImageProcess()
  const stop = new AbortController()
  let renderedMs = 0
  let rendered = 0
  const variants = createImageVariants({
    files: createDiskStorage(mediaDir),
    cacheDir,
    log: pino({ enabled: false }),
    images: {
      ...images,
      async derive(...image) {
        const started = performance.now()
        const body = await images.derive(...image)
        renderedMs += performance.now() - started
        rendered += 1
        if (rendered === 3) setTimeout(() => stop.abort(), 20)
        return body
      },
    },
  })

  const started = performance.now()
  await variants.warm(['kiln/bowl.avif'], { pause: 3, widths: [320, 640] })
  expect(performance.now() - started).toBeGreaterThan(4 * renderedMs)
  await variants.warm(['mug.png'], { pause: 1_000_000, signal: stop.signal })

  expect(rendered).toBe(3)
  variants.close()
})

test('closing while variants are rendered ahead logs nothing', async () => {
  const { mediaDir, cacheDir } = await openShop()
  const images = createImageProcess()
  const warnings: unknown[] = []
  const variants = createImageVariants({
    files: createDiskStorage(mediaDir),
    cacheDir,
    log: { warn: (...entry: unknown[]) => void warnings.push(entry) } as Pick<Logger, 'warn'>,
    images: {
      ...images,
      derive(...image) {
        const rendered = images.derive(...image)
        variants.close()
        return rendered
      },
    },
  })

  await variants.warm(['mug.png', 'kiln/bowl.avif'])

  expect(warnings).toEqual([])
})

test('a media file is served with its own content type and protective headers', async () => {
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
  test(`${url} is not found as a file`, async () => {
    const { get } = await openShop()
    expect((await get(url)).statusCode).toBe(404)
  })

test('a file of an unsupported type is not found', async () => {
  const { get, mediaDir } = await openShop()
  await writeFile(join(mediaDir, 'page.html'), '<script>')
  expect((await get('/media/page.html')).statusCode).toBe(404)
})

test('a video supports range requests', async () => {
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
