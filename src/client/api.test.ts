import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { offlineMessage } from '#contract/fetch-reply.ts'
import { api } from './api.ts'
import { toasts } from './toasts.ts'

beforeEach(() => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('NetworkError')))
  toasts.setState({ list: [] })
})
afterEach(() => void vi.unstubAllGlobals())

const texts = () => toasts.getState().list.map(({ text }) => text)

test('a call that does not reach the server says so', async () => {
  expect(await api.cart.get()).toMatchObject({ code: 'OFFLINE' })
  expect(texts()).toEqual([offlineMessage])
})

test('a call that the browser aborts because another page is being loaded shows no message', async () => {
  window.leftAt = performance.now()

  expect(await api.cart.get()).toMatchObject({ code: 'OFFLINE' })
  expect(texts()).toEqual([])
})

test('a small write outlives the page that is left, a read and a large one do not', async () => {
  const sent: (boolean | undefined)[] = []
  vi.stubGlobal('fetch', (_: string, { keepalive }: RequestInit) => {
    sent.push(keepalive)
    return Promise.resolve(Response.json({ status: 'success', data: {} }))
  })
  await api.cart.get()
  await api.cart.addItem({ product_id: 1, quantity: 1 })
  await api.cart.addItem({ product_id: 1, quantity: 1, additonal_data: { custom_text: 'x'.repeat(5_000) } })
  expect(sent).toEqual([false, true, false])
})
