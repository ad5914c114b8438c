import { expect, test, vi } from 'vitest'
import { remember } from './remember.ts'

function changeFeed() {
  const listeners = new Set<(tags: readonly string[]) => void>()
  return {
    subscribe: (listener: (tags: readonly string[]) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    catchUp: async () => {},
    stop: async () => {},
    change: (...tags: string[]) => listeners.forEach((listener) => void listener(tags)),
  }
}

test('what is remembered is read once until one of its tags changes', async () => {
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

test('callers at the same time share one reading', async () => {
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

test('a reading that began before a change is not kept', async () => {
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

test('tags that only the value tells drop it as well', async () => {
  const changes = changeFeed()
  const load = vi.fn(async () => ({ id: 7 }))
  const read = () => remember({ changes }, 'menu footer', ({ id }) => [`menu:${id}`], load)
  await read()
  changes.change('menu:7')
  await read()
  expect(load).toHaveBeenCalledTimes(2)
})

test('two change feeds share nothing', async () => {
  const load = vi.fn(async () => 1)
  await remember({ changes: changeFeed() }, 'a', [], load)
  await remember({ changes: changeFeed() }, 'a', [], load)
  expect(load).toHaveBeenCalledTimes(2)
})
