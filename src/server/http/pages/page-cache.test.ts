import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { type Cacheable, createPageCache } from './page-cache.ts'

type Page = Cacheable & { text: string }

const page = (text: string, tags: string[] = [], { keep = 'long', bytes = 100 } = {}): Page => ({
  text,
  tags: new Set(tags),
  bytes: () => bytes,
  keep: keep as Page['keep'],
})

/** A page whose rendering can be delayed. */
function slowPage(made: Page) {
  const { promise, resolve } = Promise.withResolvers<Page>()
  return { render: () => promise, finish: () => resolve(made) }
}

test('a page is rendered once and then cached', async () => {
  const cache = createPageCache<Page>()
  let renderings = 0
  const render = async () => page(`rendering ${++renderings}`)

  await cache.fill('/', render)

  expect(cache.get('/')?.text).toBe('rendering 1')
  expect(cache.get('/other')).toBeUndefined()
})

test('concurrent requests for a page share one rendering', async () => {
  const cache = createPageCache<Page>()
  let renderings = 0
  const { promise, resolve } = Promise.withResolvers<Page>()
  const render = () => {
    renderings += 1
    return promise
  }
  const asked = Array.from({ length: 50 }, () => cache.fill('/', render))

  resolve(page('home'))

  expect(new Set(await Promise.all(asked)).size).toBe(1)
  expect(renderings).toBe(1)
})

test('a change drops the pages made from it and no others', async () => {
  const cache = createPageCache<Page>()
  await cache.fill('/mugs', async () => page('mugs', ['listing', 'product:1', 'product:2']))
  await cache.fill('/mug', async () => page('mug', ['product:1']))
  await cache.fill('/about', async () => page('about', ['page:about']))

  cache.drop(['product:2', 'product:99'])

  expect(cache.get('/mugs')).toBeUndefined()
  expect(cache.get('/mug')?.text).toBe('mug')
  expect(cache.get('/about')?.text).toBe('about')
})

test('a page whose rendering began before a change of its tags is served but not cached', async () => {
  const cache = createPageCache<Page>()
  const old = slowPage(page('costs 10', ['product:1']))
  const asked = cache.fill('/mug', old.render)

  cache.drop(['product:1'])
  old.finish()

  expect((await asked).text).toBe('costs 10')
  expect(cache.get('/mug')).toBeUndefined()
})

test('a page whose rendering began before a change of other tags is cached', async () => {
  const cache = createPageCache<Page>()
  const mug = slowPage(page('mug', ['product:1']))
  const asked = cache.fill('/mug', mug.render)

  cache.drop(['product:2'])
  mug.finish()
  await asked

  expect(cache.get('/mug')?.text).toBe('mug')
})

test('a request after a change does not get a rendering begun before it', async () => {
  const cache = createPageCache<Page>()
  const old = slowPage(page('costs 10', ['product:1']))
  const before = cache.fill('/mug', old.render)

  cache.drop(['product:1'])
  const after = cache.fill('/mug', async () => page('costs 12', ['product:1']))
  old.finish()

  expect((await before).text).toBe('costs 10')
  expect((await after).text).toBe('costs 12')
  expect(cache.get('/mug')?.text).toBe('costs 12')
})

test('requests share a rendering that a change of other tags did not affect', async () => {
  const cache = createPageCache<Page>()
  const slow = slowPage(page('about', ['page:about']))
  let renderings = 0
  const render = () => {
    renderings += 1
    return slow.render()
  }
  const asked = [cache.fill('/about', render)]
  for (const product of [1, 2, 3]) {
    cache.drop(['listing', `product:${product}`])
    asked.push(cache.fill('/about', render))
  }
  slow.finish()

  expect((await Promise.all(asked)).map(({ text }) => text)).toEqual(Array(4).fill('about'))
  expect(renderings).toBe(1)
  expect(cache.get('/about')?.text).toBe('about')
})

test('requests that came after a change share one new rendering', async () => {
  const cache = createPageCache<Page>()
  const old = slowPage(page('costs 10', ['product:1']))
  const before = cache.fill('/mug', old.render)
  cache.drop(['product:1'])
  let renderings = 0
  const after = Array.from({ length: 20 }, () =>
    cache.fill('/mug', async () => {
      renderings += 1
      return page('costs 12', ['product:1'])
    }),
  )
  old.finish()

  expect((await before).text).toBe('costs 10')
  expect(new Set((await Promise.all(after)).map(({ text }) => text))).toEqual(new Set(['costs 12']))
  expect(renderings).toBe(1)
})

test('a request after a change renders the page when the rendering before it failed', async () => {
  const cache = createPageCache<Page>()
  const failing = Promise.withResolvers<Page>()
  const before = cache.fill('/', () => failing.promise)
  cache.drop(['listing'])
  const after = cache.fill('/', async () => page('home'))
  failing.reject(new Error('no database'))

  await expect(before).rejects.toThrow('no database')
  expect((await after).text).toBe('home')
})

test.each([
  ['listing', 'listing'],
  ['price-range:3', 'price-range:'],
])('drops of a limited tag are merged into one at the end of its interval: %s', async (tag, limited) => {
  vi.useFakeTimers()
  try {
    const cache = createPageCache<Page>({ minDropIntervalMs: { [limited]: 1_000 } })
    const fill = () => cache.fill('/mugs', async () => page('mugs', [tag, 'product:1']))
    await fill()
    cache.drop([tag])
    expect(cache.get('/mugs')).toBeUndefined()

    await fill()
    for (let at = 0; at < 5; at += 1) cache.drop([tag, 'product:9'])
    expect(cache.get('/mugs')).toBeDefined()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(cache.get('/mugs')).toBeUndefined()

    await fill()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(cache.get('/mugs')).toBeDefined()
    cache.drop([tag])
    expect(cache.get('/mugs')).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

test('a product’s own pages are dropped at once while drops of `listing` are limited', async () => {
  const cache = createPageCache<Page>({ minDropIntervalMs: { listing: 60_000 } })
  cache.drop(['listing'])
  await cache.fill('/mugs', async () => page('mugs', ['listing', 'product:1']))

  cache.drop(['listing', 'product:1'])

  expect(cache.get('/mugs')).toBeUndefined()
})

test('a page begun before a delayed drop is not cached beyond it', async () => {
  vi.useFakeTimers()
  try {
    const cache = createPageCache<Page>({ minDropIntervalMs: { listing: 1_000 } })
    cache.drop(['listing'])
    cache.drop(['listing'])
    const slow = slowPage(page('mugs', ['listing']))
    const asked = cache.fill('/mugs', slow.render)
    await vi.advanceTimersByTimeAsync(1_000)
    slow.finish()
    await asked

    expect(cache.get('/mugs')).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

test('clear removes every page, also those being rendered', async () => {
  const cache = createPageCache<Page>()
  await cache.fill('/', async () => page('home'))
  const slow = slowPage(page('mug'))
  const asked = cache.fill('/mug', slow.render)

  cache.clear()
  slow.finish()
  await asked

  expect(cache.size()).toEqual({ entries: 0, bytes: 0 })
})

test('a failed rendering fails all waiting requests and is retried by the next', async () => {
  const cache = createPageCache<Page>()
  const failing = async () => {
    throw new Error('no database')
  }
  const asked = [cache.fill('/', failing), cache.fill('/', failing)]
  for (const one of asked) await expect(one).rejects.toThrow('no database')

  expect((await cache.fill('/', async () => page('home'))).text).toBe('home')
})

test('an answer marked `never` is not cached', async () => {
  const cache = createPageCache<Page>()
  await cache.fill('/', async () => page('crash', [], { keep: 'never' }))

  expect(cache.get('/')).toBeUndefined()
})

test('the least recently used page is evicted first', async () => {
  const cache = createPageCache<Page>({ maxBytes: 60_000 })
  const big = { bytes: 10_000 }
  for (const key of ['/a', '/b', '/c', '/d', '/e']) await cache.fill(key, async () => page(key, ['x'], big))
  cache.get('/a')
  await cache.fill('/f', async () => page('/f', ['x'], big))

  const kept = ['/a', '/b', '/c', '/d', '/e', '/f'].filter((key) => cache.get(key))
  expect(kept).toEqual(['/a', '/c', '/d', '/e', '/f'])
  expect(cache.size().bytes).toBeLessThanOrEqual(60_000)
})

test('a page larger than the cache is served and evicts nothing', async () => {
  const cache = createPageCache<Page>({ maxBytes: 50_000 })
  await cache.fill('/a', async () => page('a'))
  await cache.fill('/huge', async () => page('huge', [], { bytes: 100_000 }))

  expect(cache.get('/huge')).toBeUndefined()
  expect(cache.get('/a')).toBeDefined()
})

test('a page that grows by another encoding is counted with its new size', async () => {
  const cache = createPageCache<Page>({ maxBytes: 60_000 })
  let bytes = 10_000
  const growing = { ...page('grows'), bytes: () => bytes }
  await cache.fill('/old', async () => page('old', [], { bytes: 20_000 }))
  await cache.fill('/grows', async () => growing)

  bytes = 50_000
  cache.updateSize('/grows', growing)

  expect(cache.get('/old')).toBeUndefined()
  expect(cache.get('/grows')).toBeDefined()
})

test('any number of 404s leaves the pages in the cache', async () => {
  const cache = createPageCache<Page>({ maxBytes: 320_000 })
  await cache.fill('/', async () => page('home', [], { bytes: 100_000 }))
  for (let at = 0; at < 1_000; at++)
    await cache.fill(`/nope-${at}`, async () => page('404', [], { keep: 'short', bytes: 3_000 }))

  expect(cache.get('/')).toBeDefined()
  expect(cache.get('/nope-999')).toBeDefined()
  expect(cache.get('/nope-0')).toBeUndefined()
  expect(cache.size().bytes).toBeLessThanOrEqual(320_000)
})

test('200,000 different addresses take no more memory than the limit', { timeout: 120_000 }, async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const used = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const MB = 1_024 * 1_024
  const cache = createPageCache<Page>({ maxBytes: 16 * MB, staleMs: 3_600_000 })
  const before = used()
  for (let at = 0; at < 200_000; at++) {
    const body = Buffer.alloc(1_000, String(at))
    // Every tenth is a listing, others do not exist; each has tags of its own, and a query of the length that a URL may have.
    const key = `/search?query=${String(at).padEnd(at % 100 === 0 ? 8_000 : 100, 'x')}`
    const keep = at % 10 === 0 ? 'long' : 'short'
    const tags = new Set(['listing', `product:${at}`, `product:${at + 1}`])
    await cache.fill(key, async () => ({ text: '', tags, keep, bytes: () => body.byteLength }))
  }

  expect(cache.size().bytes).toBeLessThanOrEqual(16 * MB)
  // Besides the pages the copies for a failing database, half as much. The memory of buffers is free some time after a collection.
  await expect.poll(() => (used() - before) / MB, { timeout: 30_000 }).toBeLessThan(24)
  expect(cache.size().entries).toBeGreaterThan(1_000)
})

test('any change drops a cached 404', async () => {
  const cache = createPageCache<Page>()
  const slow = slowPage(page('404', [], { keep: 'short' }))
  await cache.fill('/nope', async () => page('404', [], { keep: 'short' }))
  const asked = cache.fill('/new', slow.render)

  cache.drop(['product:7'])
  slow.finish()
  await asked

  expect(cache.get('/nope')).toBeUndefined()
  expect(cache.get('/new')).toBeUndefined()
})

test('a page older than the limit is rendered again', async () => {
  let clock = 0
  const cache = createPageCache<Page>({ maxAgeMs: 1_000, now: () => clock })
  await cache.fill('/', async () => page('home'))
  clock = 1_000
  expect(cache.get('/')).toBeDefined()
  clock = 1_001
  expect(cache.get('/')).toBeUndefined()
  expect(cache.size().entries).toBe(0)
})

test('a page that becomes a 404 replaces its cached entry', async () => {
  const cache = createPageCache<Page>()
  await cache.fill('/mug', async () => page('mug', ['product:1']))
  await cache.fill('/mug', async () => page('404', [], { keep: 'short' }))

  expect(cache.get('/mug')?.text).toBe('404')
  expect(cache.size().entries).toBe(1)
})

test('while renderings fail for a time, the page from before is the answer, for so long', async () => {
  let now = 0
  const away = new Error('away')
  const times = { maxAgeMs: 100, staleMs: 1_000, now: () => now }
  const cache = createPageCache<Page>({ ...times, isTemporary: (error) => error === away })
  const fail = (error: Error) => cache.fill('/', () => Promise.reject(error))
  await cache.fill('/', async () => page('before', ['product:1']))
  cache.drop(['product:1'])
  expect(cache.get('/')).toBeUndefined()

  now = 1_000
  await expect(fail(new Error('bug'))).rejects.toThrow('bug')
  expect((await fail(away)).text).toBe('before')
  expect(cache.get('/')).toBeUndefined()

  now = 1_200
  await expect(fail(away)).rejects.toThrow('away')
})

test('while renderings fail for a time, one a second tries, and the others have the page from before at once', async () => {
  let now = 0
  const away = new Error('away')
  const cache = createPageCache<Page>({ staleMs: 60_000, now: () => now, isTemporary: (e) => e === away })
  await cache.fill('/', async () => page('before', ['product:1']))
  cache.drop(['product:1'])
  const answers = async () => (await cache.fill('/', async () => page('after', ['product:1']))).text
  const fail = () => cache.fill('/', () => Promise.reject(away))

  await fail()
  now = 999
  expect(await answers()).toBe('before')
  await expect(
    cache.fill('/never-read', () => Promise.reject(away)),
    'without a page',
  ).rejects.toThrow()
  now = 1_998
  expect(await answers()).toBe('before')
  now = 1_999
  expect(await answers()).toBe('after')
})

test('a page that a change has overtaken while it was rendered is the answer too, while renderings fail', async () => {
  const cache = createPageCache<Page>({ staleMs: 1_000, isTemporary: () => true })
  await cache.fill('/', async () => {
    cache.drop(['product:1'])
    return page('overtaken', ['product:1'])
  })
  expect(cache.get('/')).toBeUndefined()

  expect((await cache.fill('/', () => Promise.reject(new Error('away')))).text).toBe('overtaken')
})

test('a page is not shown from before when its address may be another page', async () => {
  let now = 0
  const cache = createPageCache<Page>({ staleMs: 60_000, isTemporary: () => true, now: () => now })
  const fail = () => cache.fill('/', () => Promise.reject(new Error('away')))
  await cache.fill('/', async () => page('before'))
  cache.clear()
  await expect(fail()).rejects.toThrow('away')
  now = 1_000

  await cache.fill('/', async () => page('before'))
  cache.drop([])
  await cache.fill('/', async () => page('moved', [], { keep: 'short' }))
  cache.drop([])
  await expect(fail()).rejects.toThrow('away')
})
