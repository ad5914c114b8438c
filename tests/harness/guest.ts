import { parseSetCookie } from 'cookie'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type Call, type CoreApi, createClient, type Transport } from '#contract/client.ts'
import { routes } from '#contract/routes.ts'

/** A shopper: the typed client with its own cookie jar, and raw requests for what the client cannot send. */
export type Guest = {
  api: CoreApi
  /** For the client of a plugin: `createClient(guest.send, { giftNote: giftNoteRoutes })`. */
  send: Transport
  request(
    options: InjectOptions,
  ): Promise<{ status: number; headers: Record<string, unknown>; body: unknown }>
  /** By name, with values as sent over the wire. */
  cookies: Map<string, string>
}

/** @param remoteAddress rate limits count per address. */
export function createGuest(
  app: FastifyInstance,
  { remoteAddress, cookies = new Map() }: { remoteAddress: string; cookies?: Map<string, string> },
): Guest {
  async function request({ headers, ...options }: InjectOptions) {
    const all = {
      'sec-fetch-site': 'same-origin',
      ...(cookies.size > 0 ? { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } : {}),
      ...headers,
    }
    // An undefined header is not sent.
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    const response = await app.inject({ remoteAddress, ...options, headers: sent })
    for (const header of [response.headers['set-cookie'] ?? []].flat()) {
      const { name, maxAge } = parseSetCookie(header)
      // Stored undecoded, because it is sent back unchanged.
      const value = header.split(';')[0]?.slice(name.length + 1) ?? ''
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, unknown>,
      body: isJson ? (response.json() as unknown) : response.body,
    }
  }

  const send = async ({ method, path, input }: Call) => {
    const isRead = method === 'GET' || method === 'DELETE'
    const url = isRead ? path + queryOf(input) : path
    const { body } = await request({
      method: method as 'GET',
      url,
      ...(isRead ? {} : { payload: JSON.stringify(input), headers: { 'content-type': 'application/json' } }),
    })
    return body
  }
  return { api: createClient(send, routes), send, request, cookies }
}

function queryOf(input: Record<string, unknown>) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) for (const item of value) query.append(`${name}[]`, String(item))
    else query.set(name, String(value))
  }
  return query.size > 0 ? `?${query}` : ''
}
