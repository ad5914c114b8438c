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
