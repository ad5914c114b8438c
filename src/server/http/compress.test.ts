import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bodyIn, chooseEncoding, compress, packSmallest } from './compress.ts'

const choices: [string | undefined, string | undefined][] = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br;q=0.5, gzip;q=1.0', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['identity', 'identity'],
  ['identity;q=1, br;q=0.5', 'identity'],
  ['identity;q=0, gzip', 'gzip'],
  ['identity;q=0', undefined],
  ['*;q=0', undefined],
  ['zstd, *;q=0', undefined],
  ['deflate', 'identity'],
  ['BR', 'br'],
  ['gzip;q=nonsense', 'gzip'],
  ['gzip ; q = 0.8 , br ; q=0.9', 'br'],
]

for (const [header, encoding] of choices)
  test(`Accept-Encoding '${header}' is answered in ${encoding ?? 'no supported encoding'}`, () => {
    expect(chooseEncoding(header)).toBe(encoding)
    expect(chooseEncoding(header)).toBe(encoding) // The choice is cached.
  })

test('a body that is compressed quickly is the same in more bytes', async () => {
  const text = Array.from({ length: 3_000 }, (_, at) => `A teapot, ${(at * at) % 7_919}. `).join('')
  for (const encoding of ['br', 'gzip'] as const) {
    const quick = await compress(Buffer.from(text), encoding, { isQuick: true })
    const usual = await compress(Buffer.from(text), encoding)
    expect((await bodyIn({ ...quick }, 'identity')).toString()).toBe(text)
    expect(quick[encoding]?.length).toBeGreaterThan(usual[encoding]?.length ?? 0)
  }
})

test('a body is available in every encoding, whichever came first', async () => {
  const text = 'A teapot of stoneware. '.repeat(200)
  for (const first of ['br', 'gzip', 'identity'] as const) {
    const bodies = await compress(Buffer.from(text), first)
    expect(Object.keys(bodies)).toEqual([first])

    expect(brotliDecompressSync(await bodyIn(bodies, 'br')).toString()).toBe(text)
    expect(gunzipSync(await bodyIn(bodies, 'gzip')).toString()).toBe(text)
    expect((await bodyIn(bodies, 'identity')).toString()).toBe(text)
  }
})

test('a body is compressed once', async () => {
  const bodies = await compress(Buffer.from('A teapot of stoneware. '.repeat(200)), 'br')

  expect(await bodyIn(bodies, 'gzip')).toBe(await bodyIn(bodies, 'gzip'))
})

test('a compressed body holds no memory beyond its length', async () => {
  const text = Buffer.from('A teapot of stoneware. '.repeat(200))
  const bodies = await compress(text, 'br')
  await bodyIn(bodies, 'gzip')
  await bodyIn(bodies, 'identity')

  // zlib returns a view of a chunk of 64 KB: a cache that counts lengths would hold several times its limit.
  for (const body of [...Object.values(bodies), await packSmallest(text)])
    expect(body.buffer.byteLength).toBe(body.length)
})
