import { describe, expect, test, vi } from 'vitest'
import { dropFromCaches } from './caches.ts'
import { everything } from './change-feed.ts'
import { createMemory, memoryMinutes, remember } from './remember.ts'

function changeFeed() {
  const listeners = new Set<(tags: readonly string[]) => void>()
  return {
    subscribe: (listener: (tags: readonly string[]) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    catchUp: async () => {},
    position: () => '',
    isCurrent: () => true,
    isResumed: false,
    stop: async () => {},
    change: (...tags: string[]) => listeners.forEach((listener) => void listener(tags)),
  }
}

test('a remembered value is read once until one of its tags changes', async () => {
  const changes = changeFeed()
  const load = vi.fn(async () => 'menu')
  const read = () => remember({ changes }, 'menu header', ['menu:1'], load)

  await read()
  await read()
  changes.change('menu:2', 'storefront')
  await read()
  expect(load).toHaveBeenCalledTimes(1)

  changes.change('menu:1')
  await read()
  expect(load).toHaveBeenCalledTimes(2)
})

test('concurrent callers share one read', async () => {
  const changes = changeFeed()
  const load = vi.fn(async () => 1)
  await Promise.all([remember({ changes }, 'a', [], load), remember({ changes }, 'a', [], load)])
  expect(load).toHaveBeenCalledTimes(1)
})

test('a failure is not remembered', async () => {
  const changes = changeFeed()
  const load = vi.fn(async () => 'there').mockRejectedValueOnce(new Error('database away'))
  const read = () => remember({ changes }, 'a', [], load)

  await expect(read()).rejects.toThrow('database away')
  expect(await read()).toBe('there')
})

test('a value whose read began before a change is not cached', async () => {
  const changes = changeFeed()
  const { promise, resolve } = Promise.withResolvers<string>()
  const before = remember(
    { changes },
    'menu',
    (name) => [name],
    async () => promise,
  )
  changes.change('menu:1')
  resolve('menu:1')
  expect(await before).toBe('menu:1')

  expect(
    await remember(
      { changes },
      'menu',
      (name) => [name],
      async () => 'new',
    ),
  ).toBe('new')
})

test('a change of a tag computed from the value drops the value', async () => {
  const changes = changeFeed()
  const load = vi.fn(async () => ({ id: 7 }))
  const read = () => remember({ changes }, 'menu footer', ({ id }) => [`menu:${id}`], load)
  await read()
  changes.change('menu:7')
  await read()
  expect(load).toHaveBeenCalledTimes(2)
})

test('a value is read again when it is older than the limit', async () => {
  const feed = { changes: changeFeed() }
  let now = 0
  const memory = createMemory({ max: 10, now: () => now })
  const load = vi.fn(async (ids: number[]) => new Map(ids.map((id) => [id, 'mug'])))
  const read = () =>
    memory.rememberAll(
      feed,
      (id) => `card ${id}`,
      [1],
      () => [],
      load,
    )
  await read()
  now = memoryMinutes * 60_000
  expect(await read()).toEqual(['mug'])
  expect(load).toHaveBeenCalledTimes(1)
  now += 1
  expect(await read()).toEqual(['mug'])
  expect(load).toHaveBeenCalledTimes(2)
})

test('a value whose tags say so is not cached', async () => {
  const feed = { changes: changeFeed() }
  const load = vi.fn(async () => 1)
  const memory = createMemory({ max: 10 })
  const read = () => memory.remember(feed, 'a', () => undefined, load)
  expect(await read()).toBe(1)
  expect(await read()).toBe(1)
  expect(load).toHaveBeenCalledTimes(2)
})

test('values can be dropped by their tags without a change', async () => {
  const feed = { changes: changeFeed() }
  const memory = createMemory({ max: 10 })
  const load = vi.fn(async () => 1)
  const read = (key: string) => memory.remember(feed, key, [`menu:${key}`], load)
  for (const key of ['1', '2']) await read(key)
  dropFromCaches(feed.changes, ['menu:1'])
  for (const key of ['1', '2']) await read(key)
  expect(load).toHaveBeenCalledTimes(3)
})

test('a lost part of the change log drops every value', async () => {
  const changes = changeFeed()
  const load = vi.fn(async () => 1)
  await remember({ changes }, 'a', ['menu:1'], load)
  changes.change(everything)
  await remember({ changes }, 'a', ['menu:1'], load)
  expect(load).toHaveBeenCalledTimes(2)
})

test('two change feeds share no values', async () => {
  const load = vi.fn(async () => 1)
  await remember({ changes: changeFeed() }, 'a', [], load)
  await remember({ changes: changeFeed() }, 'a', [], load)
  expect(load).toHaveBeenCalledTimes(2)
})

test('a full memory drops the least recently used value', async () => {
  const feed = { changes: changeFeed() }
  const memory = createMemory({ max: 2 })
  const load = vi.fn(async () => 1)
  const read = (key: string) => memory.remember(feed, key, [], load)
  for (const key of ['a', 'b', 'a', 'c', 'a']) await read(key)
  expect(load).toHaveBeenCalledTimes(3)
  await read('b')
  expect(load).toHaveBeenCalledTimes(4)
})

describe('remembering many ids', () => {
  const names = new Map([
    [1, 'mug'],
    [2, 'vase'],
    [3, 'bowl'],
  ])

  function shelf(most = 10) {
    const changes = changeFeed()
    const memory = createMemory({ max: most })
    const load = vi.fn(async (ids: number[]) => new Map([...names].filter(([id]) => ids.includes(id))))
    const read = (...ids: number[]) =>
      memory.rememberAll(
        { changes },
        (id) => `card ${id}`,
        ids,
        (id) => [`product:${id}`],
        load,
      )
    return { changes, load, read }
  }

  test('returns them in the requested order and reads only unknown ones', async () => {
    const { load, read } = shelf()
    expect(await read(2, 1)).toEqual(['vase', 'mug'])
    expect(await read(3, 2, 2)).toEqual(['bowl', 'vase', 'vase'])
    expect(load.mock.calls).toEqual([[[2, 1]], [[3]]])
  })

  test('reads only the changed id again', async () => {
    const { changes, load, read } = shelf()
    await read(1, 2)
    changes.change('product:2')
    await read(1, 2)
    expect(load.mock.calls).toEqual([[[1, 2]], [[2]]])
  })

  test('remembers that an id has no value until it changes', async () => {
    const { changes, load, read } = shelf()
    expect(await read(9)).toEqual([undefined])
    await read(9)
    expect(load).toHaveBeenCalledTimes(1)
    changes.change('product:9')
    await read(9)
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('reads again after a change during the read', async () => {
    const { changes, load, read } = shelf()
    const before = read(1)
    changes.change('product:1')
    await before
    await read(1)
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('returns every id when there are more than the memory holds', async () => {
    const { read } = shelf(2)
    expect(await read(1, 2, 3)).toEqual(['mug', 'vase', 'bowl'])
    expect(await read(3, 1, 2)).toEqual(['bowl', 'mug', 'vase'])
  })

  test('passes a failure to all waiting callers and does not keep it', async () => {
    const { load, read } = shelf()
    load.mockRejectedValueOnce(new Error('database away'))
    await expect(read(1, 2)).rejects.toThrow('database away')
    expect(await read(1)).toEqual(['mug'])
  })
})
