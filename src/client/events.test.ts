import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ShopEvent } from './events.ts'

beforeEach(() => {
  vi.resetModules()
  const target = new EventTarget()
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
  vi.stubGlobal('dispatchEvent', target.dispatchEvent.bind(target))
})
afterEach(() => vi.unstubAllGlobals())

const search = (at: number): ShopEvent => ({ name: 'search', search_term: String(at) })

test('a handler gets the events from before it was there, in order, and then each new one once', async () => {
  const { emit, onShopEvent } = await import('./events.ts')
  const handler = vi.fn()
  emit(search(1))
  emit(search(2))

  const stop = onShopEvent(handler)
  emit(search(3))
  stop()
  emit(search(4))

  expect(handler.mock.calls).toEqual([[search(1)], [search(2)], [search(3)]])
})

test('no more than the last 100 events wait for a handler', async () => {
  const { emit, onShopEvent } = await import('./events.ts')
  for (let at = 0; at < 105; at++) emit(search(at))
  const handler = vi.fn()

  onShopEvent(handler)

  expect(handler).toHaveBeenCalledTimes(100)
  expect(handler.mock.calls[0]).toEqual([search(5)])
})
