import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { send } from '#client/api.ts'
import { toasts } from '#client/toasts.ts'
import { createClient } from '#contract/client.ts'
import { addRoutes, api } from './api.ts'

type Calls = Record<'find' | 'remove' | 'change', (input: object) => Promise<unknown>>

const routes = { tries: { find: 'GET /tries', remove: 'DELETE /tries/:id', change: 'PUT /tries/:id' } }
addRoutes(routes)
const clients = { shop: createClient(send, routes as never), backOffice: api }
const callsOf = (name: keyof typeof clients) => (clients[name] as unknown as { tries: Calls }).tries

const requests: unknown[] = []
const reply = vi.fn<() => Promise<Response>>()
beforeEach(() => {
  requests.length = 0
  reply.mockImplementation(async () => Response.json({ status: 'success', data: null }))
  toasts.setState({ list: [] })
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', (path: string, { method, headers, body, credentials }: RequestInit) => {
    requests.push({ path, method, headers: { ...headers }, body, credentials })
    return reply()
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('the shop and the back office send the same call as the same request', async () => {
  for (const name of ['find', 'remove', 'change'] as const) {
    const input = { id: 7, keys: ['a', 'b & c'], version: 'x', nothing: undefined, none: null, empty: '' }
    for (const client of ['shop', 'backOffice'] as const) await callsOf(client)[name](input)
    const [ofShop, ofBackOffice] = requests.splice(0)
    expect(ofBackOffice).toEqual(ofShop)
  }
})

test('a call that reaches no shop, or something else than its API, says the same in the shop and in the back office', async () => {
  for (const answer of [
    () => Promise.reject(new TypeError('NetworkError')),
    async () => new Response('<html>'),
  ]) {
    reply.mockImplementation(answer)
    const refusal = await callsOf('shop').find({})
    await expect(callsOf('backOffice').find({})).rejects.toMatchObject({
      code: 'OFFLINE',
      message: (refusal as { message: string }).message,
    })
  }
})
