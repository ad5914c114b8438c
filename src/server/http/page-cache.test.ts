import { expect, test } from 'vitest'
import { type Cacheable, createPageCache } from './page-cache.ts'

type Page = Cacheable & { text: string }

const page = (text: string, tags: string[] = [], { keep = 'long', bytes = 100 } = {}): Page => ({
  text,
  tags: new Set(tags),
  bytes: () => bytes,
  keep: keep as Page['keep'],
})

/** A page whose making can be held up. */
function slowPage(made: Page) {
  const { promise, resolve } = Promise.withResolvers<Page>()
  return { render: () => promise, finish: () => resolve(made) }
}

test('a page is rendered once and then kept', async () => {
  const cache = createPageCache<Page>()
  let renderings = 0
  const render = async () => page(`rendering ${++renderings}`)

  await cache.fill('/', render)

  expect(cache.get('/')?.text).toBe('rendering 1')
  expect(cache.get('/other')).toBeUndefined()
})

test('all who ask while a page is being made wait for the one rendering', async () => {
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

test('a page that was begun before a change of what it shows is served but not kept', async () => {
  const cache = createPageCache<Page>()
  const old = slowPage(page('costs 10', ['product:1']))
  const asked = cache.fill('/mug', old.render)

  cache.drop(['product:1'])
  old.finish()

  expect((await asked).text).toBe('costs 10')
  expect(cache.get('/mug')).toBeUndefined()
})

test('a page that was begun before a change of something else is kept', async () => {
  const cache = createPageCache<Page>()
  const mug = slowPage(page('mug', ['product:1']))
  const asked = cache.fill('/mug', mug.render)

  cache.drop(['product:2'])
  mug.finish()
  await asked

  expect(cache.get('/mug')?.text).toBe('mug')
})

test('who asks after a change does not get what was begun before it', async () => {
  const cache = createPageCache<Page>()
  const old = slowPage(page('costs 10', ['product:1']))
  const before = cache.fill('/mug', old.render)

  cache.drop(['product:1'])
  const after = cache.fill('/mug', async () => page('costs 12', ['product:1']))
  expect((await after).text).toBe('costs 12')
  old.finish()
  await before

  expect(cache.get('/mug')?.text).toBe('costs 12')
})

test('clearing forgets everything, also what is being made', async () => {
  const cache = createPageCache<Page>()
  await cache.fill('/', async () => page('home'))
  const slow = slowPage(page('mug'))
  const asked = cache.fill('/mug', slow.render)

  cache.clear()
  slow.finish()
  await asked

  expect(cache.size()).toEqual({ entries: 0, bytes: 0 })
})

test('a failed rendering is told to all who wait, and tried again by the next', async () => {
  const cache = createPageCache<Page>()
  const failing = async () => {
    throw new Error('no database')
  }
  const asked = [cache.fill('/', failing), cache.fill('/', failing)]
  for (const one of asked) await expect(one).rejects.toThrow('no database')

  expect((await cache.fill('/', async () => page('home'))).text).toBe('home')
})

test('what is not to be kept is not', async () => {
  const cache = createPageCache<Page>()
  await cache.fill('/', async () => page('crash', [], { keep: 'never' }))

  expect(cache.get('/')).toBeUndefined()
})

test('the page not asked for the longest makes room first', async () => {
  const cache = createPageCache<Page>({ maxBytes: 60_000 })
  const big = { bytes: 10_000 }
  for (const key of ['/a', '/b', '/c', '/d', '/e']) await cache.fill(key, async () => page(key, ['x'], big))
  cache.get('/a')
  await cache.fill('/f', async () => page('/f', ['x'], big))

  const kept = ['/a', '/b', '/c', '/d', '/e', '/f'].filter((key) => cache.get(key))
  expect(kept).toEqual(['/a', '/c', '/d', '/e', '/f'])
  expect(cache.size().bytes).toBeLessThanOrEqual(60_000)
})

test('a page larger than the cache is served and throws nothing out', async () => {
  const cache = createPageCache<Page>({ maxBytes: 50_000 })
  await cache.fill('/a', async () => page('a'))
  await cache.fill('/huge', async () => page('huge', [], { bytes: 100_000 }))

  expect(cache.get('/huge')).toBeUndefined()
  expect(cache.get('/a')).toBeDefined()
})

test('a page that grows by another encoding counts with its new weight', async () => {
  const cache = createPageCache<Page>({ maxBytes: 60_000 })
  let bytes = 10_000
  const growing = { ...page('grows'), bytes: () => bytes }
  await cache.fill('/old', async () => page('old', [], { bytes: 20_000 }))
  await cache.fill('/grows', async () => growing)

  bytes = 50_000
  cache.weighAgain('/grows', growing)

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

test('any change ends a 404: what it missed may be there now', async () => {
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

test('a page too old is made again', async () => {
  let clock = 0
  const cache = createPageCache<Page>({ maxAgeMs: 1_000, now: () => clock })
  await cache.fill('/', async () => page('home'))
  clock = 1_000
  expect(cache.get('/')).toBeDefined()
  clock = 1_001
  expect(cache.get('/')).toBeUndefined()
  expect(cache.size().entries).toBe(0)
})

test('a page that becomes a 404 leaves its old self behind', async () => {
  const cache = createPageCache<Page>()
  await cache.fill('/mug', async () => page('mug', ['product:1']))
  await cache.fill('/mug', async () => page('404', [], { keep: 'short' }))

  expect(cache.get('/mug')?.text).toBe('404')
  expect(cache.size().entries).toBe(1)
})
