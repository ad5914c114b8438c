import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPayloads } from './payloads.ts'

const fetch = vi.fn<(path: string, options?: { signal?: AbortSignal }) => Promise<Response>>()
const url = new URL('http://shop/product/moon-vase?sku=A')
const { signal } = new AbortController()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'fetch',
    fetch.mockReset().mockImplementation(async () => Response.json({ build_id: 'b1', screen: 'product' })),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a payload is requested at the page’s URL with the build', async () => {
  const payloads = createPayloads('b1')

  expect(await payloads.take(url, signal)).toEqual({ build_id: 'b1', screen: 'product' })

  expect(fetch).toHaveBeenCalledWith('/product/moon-vase/_payload.json?b1&sku=A', { signal })
})

test('a prefetched payload is used once', async () => {
  const payloads = createPayloads('b1')
  await payloads.prefetch(url)

  await payloads.take(url, signal)
  expect(fetch).toHaveBeenCalledTimes(1)
  await payloads.take(url, signal)

  expect(fetch).toHaveBeenCalledTimes(2)
})

test('a prefetch in progress is used too', async () => {
  const payloads = createPayloads('b1')
  void payloads.prefetch(url)

  await payloads.take(url, signal)

  expect(fetch).toHaveBeenCalledTimes(1)
})

test('pages with different queries have different payloads', async () => {
  const payloads = createPayloads('b1')
  await payloads.prefetch(url)

  expect(payloads.has(new URL('http://shop/product/moon-vase?sku=B'))).toBe(false)
  expect(payloads.has(new URL('http://shop/product/moon-vase?sku=A#reviews'))).toBe(true)
})

test('an unused prefetch expires after 30 seconds', async () => {
  const payloads = createPayloads('b1')
  await payloads.prefetch(url)

  vi.advanceTimersByTime(29_999)
  expect(payloads.has(url)).toBe(true)
  vi.advanceTimersByTime(1)

  expect(payloads.has(url)).toBe(false)
})

test('the end of an older prefetch does not remove a newer one', async () => {
  const payloads = createPayloads('b1')
  await payloads.prefetch(url)
  await payloads.take(url, signal)
  vi.advanceTimersByTime(20_000)
  await payloads.prefetch(url)

  vi.advanceTimersByTime(15_000)

  expect(payloads.has(url)).toBe(true)
})

test('a failed prefetch is dropped, so that the click requests again', async () => {
  const payloads = createPayloads('b1')
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))

  await payloads.prefetch(url)

  expect(payloads.has(url)).toBe(false)
  expect(await payloads.take(url, signal)).toMatchObject({ screen: 'product' })
})

test.for(['<h1>Bad Gateway</h1>', '{"status":"error"}'])('%s is no page', async (body) => {
  fetch.mockImplementation(async () => new Response(body, { status: 502 }))

  await expect(createPayloads('b1').take(url, signal)).rejects.toThrow()
})
