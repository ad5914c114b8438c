import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fastify from 'fastify'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { openBucketGate } from '#harness/bucket-gate.ts'
import { openS3Server } from '#harness/s3-server.ts'
import { answerErrors } from '#server/http/pages/answer-errors.ts'
import { createSecurityHeaders } from '#server/http/security-headers.ts'
import { serveImages } from '#server/http/static/images.ts'
import { serveMedia } from '#server/http/static/media.ts'
import type { FileStorage } from '../kernel/file-storage.ts'
import { isUnavailable } from '../kernel/unavailable.ts'
import { createImageVariants } from '../media/image-variants.ts'
import { createDiskStorage } from './disk-storage.ts'
import { createS3Storage } from './s3-storage.ts'

const folder = await mkdtemp(join(tmpdir(), 'vitrine-storage-'))
const s3 = await openS3Server()
const bucket = createS3Storage({ ...s3, prefix: 'kiln' })
afterAll(async () => {
  bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const storages: [string, FileStorage][] = [
  ['disk', createDiskStorage(join(folder, 'disk'))],
  ['s3', bucket],
]

const listed = async (files: FileStorage, under?: string) =>
  (await Readable.from(files.list(under)).toArray()).map(({ path, size }) => `${path} ${size}`).sort()

test.each(storages)('%s storage writes, finds, reads, replaces and removes a file', async (_, files) => {
  expect(await files.find('a/café mug.bin')).toBeUndefined()
  await files.write('a/café mug.bin', Buffer.from('0123456789'))

  expect(await files.find('a/café mug.bin')).toMatchObject({ path: 'a/café mug.bin', size: 10 })
  expect(String(await files.read('a/café mug.bin'))).toBe('0123456789')
  expect(String(await buffer(await files.readStream('a/café mug.bin')))).toBe('0123456789')
  expect(String(await buffer(await files.readStream('a/café mug.bin', { start: 2, end: 4 })))).toBe('234')

  await files.write('a/café mug.bin', Buffer.from('new'))
  expect(await files.find('a/café mug.bin')).toMatchObject({ size: 3 })
  await files.remove('a/café mug.bin')
  await files.remove('a/café mug.bin')
  expect(await files.find('a/café mug.bin')).toBeUndefined()
  await expect(files.read('a/café mug.bin')).rejects.toThrow()
})

test.each(storages)('%s storage takes a stream and lists what is in a folder', async (_, files) => {
  const bytes = randomBytes(300_000)
  await files.writeStream(
    'list/deep/large.bin',
    Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]),
    bytes.length,
  )
  await files.write('list/small.bin', Buffer.from('x'))
  await files.write('list-of-others.bin', Buffer.from('x'))

  expect((await files.read('list/deep/large.bin')).equals(bytes)).toBe(true)
  expect(await listed(files, 'list')).toEqual(['list/deep/large.bin 300000', 'list/small.bin 1'])
  expect(await listed(files)).toContain('list-of-others.bin 1')
  expect(await listed(files, 'nowhere')).toEqual([])
})

test.each(storages)('%s storage refuses paths that leave its folder', async (_, files) => {
  for (const path of ['../secret', 'a/../../secret', '/etc/passwd', '.hidden', 'a//b', '']) {
    expect(await files.find(path)).toBeUndefined()
    await expect(files.write(path, Buffer.from('x'))).rejects.toThrow('is not a path')
    await expect(files.read(path)).rejects.toThrow('is not a path')
  }
})

test('disk storage does not follow a link out of its folder, and leaves no file after a failed write', async () => {
  const root = join(folder, 'linked')
  const files = createDiskStorage(root)
  await files.write('own.png', Buffer.from('own'))
  await writeFile(join(folder, 'private.png'), 'secret')
  await symlink(join(folder, 'private.png'), join(root, 'link.png'))

  expect(await files.find('link.png')).toBeUndefined()
  await expect(files.read('link.png')).rejects.toThrow()
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('connection lost')
    })(),
  )
  await expect(files.writeStream('own.png', broken, 8)).rejects.toThrow('connection lost')
  expect(String(await files.read('own.png'))).toBe('own')
  expect(await listed(files)).toEqual(['own.png 3'])
})

test.each([
  ['an unreachable endpoint', { endpoint: 'http://127.0.0.1:1' }, 'ECONNREFUSED'],
  ['a missing bucket', { bucket: 'elsewhere' }, undefined],
])('s3 storage names the bucket and what to check for %s', async (_, wrong, code) => {
  const files = createS3Storage({ ...s3, ...wrong })
  const expected = {
    name: 'StorageError',
    code,
    message: expect.stringMatching(/^The bucket "\w+" cannot be used: .+\. Check S3_ENDPOINT, S3_BUCKET/),
  }

  await expect(files.write('mug.webp', Buffer.from('mug'))).rejects.toMatchObject(expected)
  await expect(Readable.from(files.list()).toArray()).rejects.toMatchObject(expected)
})

const pictureOf = (width: number) =>
  sharp({ create: { width, height: 600, channels: 3, background: '#a63' } })
    .jpeg()
    .toBuffer()

test.each(['hangs up', 'answers 503'] as const)(
  'files of a bucket that %s are answered with 503 and Retry-After, made sizes with 200',
  async (refusal) => {
    const gate = await openBucketGate(s3)
    const files = createS3Storage({ ...s3, prefix: 'away', endpoint: gate.endpoint })
    onTestFinished(() => files.close())
    await files.write('mug.jpg', await pictureOf(900))
    const app = fastify()
    const log = pino({ level: 'silent' })
    answerErrors(app, { log })
    const headers = createSecurityHeaders({ storeUrl: 'https://shop.example', isDevelopment: false })
    const variants = createImageVariants({ files, cacheDir: join(folder, `cache-${refusal}`), log })
    serveMedia(app, { files, headers })
    serveImages(app, { variants, headers, originalAfterMs: 60_000 })
    const ask = async (url: string) => {
      const { statusCode, headers } = await app.inject({ url })
      return { status: statusCode, retryAfter: headers['retry-after'], caching: headers['cache-control'] }
    }
    for (const url of ['/_img/320x/mug.jpg.webp', '/media/mug.jpg'])
      expect(await ask(url)).toMatchObject({ status: 200 })
    const away = { status: 503, retryAfter: expect.stringMatching(/^\d+$/), caching: 'no-store' }

    gate.mode = refusal
    // What the bucket said about it is still believed.
    expect(await ask('/media/mug.jpg')).toEqual(away)
    await expect(files.write('mug.jpg', Buffer.from('new'))).rejects.toSatisfy(isUnavailable)
    vi.setSystemTime(Date.now() + 60_000)
    onTestFinished(() => void vi.useRealTimers())

    for (const url of ['/_img/640x/mug.jpg.webp', '/_img/320x/other.jpg.webp', '/media/mug.jpg'])
      expect({ url, ...(await ask(url)) }).toEqual({ url, ...away })
    expect(await ask('/_img/320x/mug.jpg.webp')).toMatchObject({ status: 200 })
  },
)

test('s3 storage fails when the bucket accepts a connection and does not answer', async () => {
  const gate = await openBucketGate(s3)
  const files = createS3Storage({ ...s3, endpoint: gate.endpoint }, { silentMs: 200 })
  onTestFinished(() => files.close())
  gate.mode = 'is silent'

  await expect(files.readStream('mug.webp')).rejects.toMatchObject({ name: 'StorageError' })
  await expect(files.write('mug.webp', Buffer.from('mug'))).rejects.toMatchObject({ name: 'StorageError' })
})

test('s3 storage ends its requests when it is closed, and tries none again', async () => {
  const gate = await openBucketGate(s3)
  const files = createS3Storage({ ...s3, endpoint: gate.endpoint })
  gate.mode = 'is silent'
  const failures = [files.read('mug.webp'), files.write('mug.webp', Buffer.from('mug'))].map((work) =>
    expect(work).rejects.toMatchObject({ name: 'StorageError' }),
  )
  await expect.poll(() => gate.requests).toHaveLength(2)

  files.close()

  await Promise.all(failures)
  expect(gate.requests).toHaveLength(2)
})

test('s3 storage separates shops by prefix', async () => {
  const other = createS3Storage({ ...s3, prefix: 'loom' })
  onTestFinished(() => other.close())
  await bucket.write('apart.bin', Buffer.from('kiln'))

  expect(await other.find('apart.bin')).toBeUndefined()
  expect(await listed(other)).toEqual([])
})

test('images in s3 storage are served, with ranges and variants, and are gone after a removal', async () => {
  const picture = await pictureOf(900)
  await bucket.write('shown/mug.jpg', picture)
  const app = fastify()
  const log = pino({ level: 'silent' })
  const headers = createSecurityHeaders({ storeUrl: 'https://shop.example', isDevelopment: false })
  const variants = createImageVariants({ files: bucket, cacheDir: join(folder, 'cache'), log })
  serveMedia(app, { files: bucket, headers })
  serveImages(app, { variants, headers, originalAfterMs: 60_000 })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())

  const whole = await fetch(`${origin}/media/shown/mug.jpg`)
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(Buffer.from(await whole.arrayBuffer()).equals(picture)).toBe(true)
  const etag = whole.headers.get('etag') ?? ''
  expect((await fetch(`${origin}/media/shown/mug.jpg`, { headers: { 'if-none-match': etag } })).status).toBe(
    304,
  )
  const part = await fetch(`${origin}/media/shown/mug.jpg`, { headers: { range: 'bytes=0-3' } })
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer()).equals(picture.subarray(0, 4))).toBe(true)
  const variant = await fetch(`${origin}/_img/320x/shown/mug.jpg.webp`)
  expect([variant.status, variant.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await sharp(Buffer.from(await variant.arrayBuffer())).metadata()).width).toBe(320)

  await bucket.remove('shown/mug.jpg')
  for (const path of ['/media/shown/mug.jpg', '/_img/320x/shown/mug.jpg.webp', '/media/never.jpg'])
    expect((await fetch(origin + path)).status).toBe(404)
})
