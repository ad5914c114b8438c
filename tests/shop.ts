import { parseSetCookie } from 'cookie'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pino from 'pino'
import { afterAll } from 'vitest'
import { type Api, type Call, createClient } from '#contract/client.ts'
import { routes } from '#contract/routes.ts'
import { loadSection } from '#sections/section-loaders.ts'
import { allHandlers } from '../src/server/all-handlers.ts'
import { serveAuthForms } from '../src/server/auth/serve-auth-forms.ts'
import { createSqlCatalogIndex } from '../src/server/catalog-index/sql-catalog-index.ts'
import type { Config } from '../src/server/config/config.ts'
import { serveApiDocs } from '../src/server/http/api-docs.ts'
import { serveApi } from '../src/server/http/api-routes.ts'
import { createCallLimits, noCallLimits } from '../src/server/http/call-limits.ts'
import { startChangeFeed } from '../src/server/http/change-feed.ts'
import type { Services } from '../src/server/http/context.ts'
import { createServer } from '../src/server/http/create-server.ts'
import { logOptions } from '../src/server/http/log-options.ts'
import { type AllHandlers, createPipeline, type Pipeline } from '../src/server/http/serve.ts'
import { serveDevOutbox } from '../src/server/notify/dev-outbox.ts'
import { serveUnsubscribe } from '../src/server/notify/serve-unsubscribe.ts'
import { rememberedChannel } from '../src/server/storefront/read-channel.ts'
import { testDatabase } from './database.ts'

export const testConfig: Config = {
  mode: 'test',
  port: 3000,
  host: 'localhost',
  dataDir: '/nonexistent',
  databaseUrl: undefined,
  storeUrl: 'https://shop.example.com',
  tokenSecret: 'a-secret-that-is-only-good-for-tests-0123456789',
  passwordPepper: 'a-pepper-that-is-only-good-for-tests-0123456789',
}

/** A shopper: the typed client with a cookie jar of its own, and plain requests for what no client would send. */
export type Guest = {
  api: Api
  request(
    options: InjectOptions,
  ): Promise<{ status: number; headers: Record<string, unknown>; body: unknown }>
  cookies: Map<string, string>
}

/**
 * The whole API on a database of this test file alone, spoken to over HTTP as a browser would (without a network).
 * Replies are checked against the contract. Closed by itself when the file is through.
 */
export async function openShop({
  seed = false,
  config = {},
  extend = () => {},
  callLimits = false,
}: {
  seed?: boolean
  config?: Partial<Config>
  /** What else the shop answers: its pages. */
  extend?: (app: FastifyInstance, pipeline: Pipeline, services: Services) => void
  /** How often one shopper may order and the like; off, as many tests make a crowd of one. */
  callLimits?: boolean
} = {}) {
  const { db, pool } = await testDatabase(seed ? { seed: true } : {})
  const changes = await startChangeFeed(pool, { pollMs: 60_000 })
  const logged: Record<string, unknown>[] = []
  const log = pino(
    { level: 'info', ...logOptions },
    { write: (line: string) => void logged.push(JSON.parse(line)) },
  )
  const services: Services = {
    db,
    log,
    changes,
    config: { ...testConfig, ...config },
    catalogIndex: createSqlCatalogIndex(db),
    loadSection,
    buildId: () => 'test',
  }
  const pipeline = createPipeline({
    services,
    handlers: allHandlers as unknown as AllHandlers,
    readChannel: () => rememberedChannel(services),
  })
  const app = createServer(services)
  serveApi(app, pipeline, services, callLimits ? createCallLimits(services) : noCallLimits)
  serveAuthForms(app, pipeline, services)
  serveApiDocs(app, pipeline, services)
  serveDevOutbox(app, services)
  serveUnsubscribe(app, services)
  extend(app, pipeline, services)
  await app.ready()
  afterAll(async () => {
    await app.close()
    await changes.stop()
  })
  let guests = 0
  const guest = () => createGuest(app, addressOf(++guests))
  return { ...guest(), guest, db, pool, app, services, pipeline, logged }
}

/** Everybody lives somewhere else, so that nobody uses up another one's limits. */
const addressOf = (at: number) => `10.20.${at >> 8}.${at & 255}`

function createGuest(app: FastifyInstance, remoteAddress: string): Guest {
  const cookies = new Map<string, string>()

  async function request({ headers, ...options }: InjectOptions) {
    const all = {
      'sec-fetch-site': 'same-origin',
      ...(cookies.size > 0 ? { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } : {}),
      ...headers,
    }
    // An undefined header is one that this browser does not send.
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    const response = await app.inject({ remoteAddress, ...options, headers: sent })
    for (const header of [response.headers['set-cookie'] ?? []].flat()) {
      const { name, maxAge } = parseSetCookie(header)
      // Kept as it came over the wire: it goes back the same way.
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

  const api = createClient(async ({ method, path, input }: Call) => {
    const isRead = method === 'GET' || method === 'DELETE'
    const url = isRead ? path + queryOf(input) : path
    const { body } = await request({
      method: method as 'GET',
      url,
      ...(isRead ? {} : { payload: JSON.stringify(input), headers: { 'content-type': 'application/json' } }),
    })
    return body
  }, routes)
  return { api, request, cookies }
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
