import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTaggedStore, dropFromCaches, registerCache } from './caches.ts'
import { everything } from './change-feed.ts'

function changeFeed() {
  const listeners: ((tags: readonly string[]) => void)[] = []
  return {
    subscribe(listener: (tags: readonly string[]) => void) {
      listeners.push(listener)
      return () => {}
    },
    change: (...tags: string[]) => listeners.forEach((listener) => void listener(tags)),
    listeners,
  }
}

test('a change drops from every cache of its feed by one subscription, and so does a late one', () => {
  const changes = changeFeed()
  const [pages, cards] = [openStore(), openStore()]
  for (const store of [pages, cards]) registerCache(changes, store)
  const fill = () => {
    for (const store of [pages, cards]) for (const tag of ['a', 'b']) store.set(tag, tag, [tag])
  }

  for (const drop of [() => changes.change('a'), () => dropFromCaches(changes, ['a'])]) {
    fill()
    drop()
    expect([pages.get('a'), cards.get('a')]).toEqual([undefined, undefined])
    expect([pages.get('b'), cards.get('b')]).toEqual(['b', 'b'])
  }

  changes.change(everything)
  expect(pages.size()).toEqual({ entries: 0, bytes: 0 })
  expect(changes.listeners).toHaveLength(1)
})

test('a value without tags is dropped by any change, and by its own once they are named', () => {
  const store = openStore()
  store.set('menu', 'old', undefined)
  store.drop(['product:1'])
  expect(store.get('menu')).toBeUndefined()

  store.set('menu', 'new', undefined)
  store.setTags('menu', 'new', ['menu:1'])
  store.drop(['product:1'])
  expect(store.get('menu')).toBe('new')
  store.drop(['menu:1'])
  expect(store.get('menu')).toBeUndefined()
})

test('a store evicts the least recently used by number and by bytes, and what is too old', () => {
  let now = 0
  const store = createTaggedStore<string>({
    max: 3,
    maxBytes: 10,
    bytesOf: (value) => value.length,
    maxAgeMs: 5,
    now: () => now,
  })
  for (const key of ['a', 'b', 'c']) store.set(key, key, [])
  store.get('a')
  store.set('d', 'd', [])
  expect(['a', 'b', 'c', 'd'].map(store.get)).toEqual(['a', undefined, 'c', 'd'])

  store.set('long', '12345678', [])
  expect(store.size()).toEqual({ entries: 3, bytes: 10 })
  store.set('longer', '12345678901', [])
  expect(store.get('longer')).toBeUndefined()

  now = 6
  expect(store.get('long')).toBeUndefined()
})

test('every file that creates a store of shop data registers the cache', () => {
  const sources = globSync('src/**/*.{ts,tsx}').filter((path) => !path.includes('.test'))
  const creating = sources.filter(
    (path) => /createTaggedStore[<(]/.test(readFileSync(path, 'utf8')) && !path.endsWith('changes/caches.ts'),
  )
  /** Where the store of each is registered. */
  const registering: Record<string, string> = {
    'src/server/http/pages/page-cache.ts': 'src/server/http/pages/page-routes.ts',
    'src/server/http/static/send-text.ts': 'src/server/http/static/send-text.ts',
    'src/server/platform/changes/remember.ts': 'src/server/platform/changes/remember.ts',
  }
  expect(creating.toSorted()).toEqual(Object.keys(registering))
  for (const path of Object.values(registering))
    expect(readFileSync(path, 'utf8')).toContain('registerCache(')
})

const openStore = () => createTaggedStore<string>({ maxAgeMs: 1_000 })
