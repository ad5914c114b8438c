import { expect, test } from 'vitest'
import { everything } from './change-feed.ts'
import { keepFresh } from './keep-fresh.ts'

function changeFeed() {
  const listeners: ((tags: readonly string[]) => void)[] = []
  return {
    changes: {
      subscribe(listener: (tags: readonly string[]) => void) {
        listeners.push(listener)
        return () => {}
      },
    },
    change: (...tags: string[]) => {
      for (const listener of listeners) listener(tags)
    },
  }
}

test('a value is read once, and again after a change of its tag', async () => {
  const { changes, change } = changeFeed()
  let reads = 0
  const cached = keepFresh(async () => ({ reads: ++reads }), { changes, tags: ['redirects'] })

  expect(cached.now()).toBeUndefined()
  await Promise.all([cached.read(), cached.read()])
  change('product:1')
  expect(cached.now()).toEqual({ reads: 1 })

  change('redirects')
  expect(cached.now()).toBeUndefined()
  expect(await cached.read()).toEqual({ reads: 2 })
})

test('a value that was being read during its change is read again', async () => {
  const { changes, change } = changeFeed()
  const old = Promise.withResolvers<{ name: string }>()
  const answers = [old.promise, Promise.resolve({ name: 'new' })]
  const cached = keepFresh(async () => answers.shift() as Promise<{ name: string }>, { changes, tags: ['x'] })

  const first = cached.read()
  change('x')
  old.resolve({ name: 'old' })
  await first

  expect(cached.now()).toBeUndefined()
  expect(await cached.read()).toEqual({ name: 'new' })
})

test('every waiting caller gets the last known value while it cannot be read', async () => {
  const { changes, change } = changeFeed()
  let isAway = false
  const cached = keepFresh(
    async () => {
      if (isAway) throw new Error('no database')
      return { name: 'shop' }
    },
    { changes, tags: ['x'] },
  )
  await cached.read()

  isAway = true
  change('x')

  expect(await Promise.all([cached.read(), cached.read()])).toEqual([{ name: 'shop' }, { name: 'shop' }])
})

test('a value is read again when it is older than the limit', async () => {
  const { changes } = changeFeed()
  let now = 0
  let reads = 0
  const cached = keepFresh(async () => ({ reads: ++reads }), {
    changes,
    tags: ['x'],
    maxAgeMs: 1_000,
    now: () => now,
  })
  await cached.read()
  now = 1_000
  expect(cached.now()).toEqual({ reads: 1 })
  now = 1_001
  expect(cached.now()).toBeUndefined()
  expect(await cached.read()).toEqual({ reads: 2 })
})

test('a lost part of the change log makes every value stale', async () => {
  const { changes, change } = changeFeed()
  const cached = keepFresh(async () => ({ name: 'shop' }), { changes, tags: ['x'] })
  await cached.read()
  change(everything)
  expect(cached.now()).toBeUndefined()
})

test('a value that could never be read is an error', async () => {
  const { changes } = changeFeed()
  const cached = keepFresh(() => Promise.reject(new Error('no database')), { changes, tags: ['x'] })

  await expect(cached.read()).rejects.toThrow('no database')
})
