import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import pino from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { noGroupPrices, oneChannel } from '#harness/channels.ts'
import type { Pages } from '#pages/answer.ts'
import { createRedirectRules, type RedirectRule } from '#server/content/redirects/redirect-rules.ts'
import { openStoreStatus } from '#server/content/storefront/store-status.test-support.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { createCallLimits } from '#server/platform/limits/call-limits.ts'
import { noPlugins } from '#server/shop/plugins/registry.ts'
import { createServer } from '../create-server.ts'
import type { CachedPage } from './cached-page.ts'
import { createPageCache } from './page-cache.ts'
import { servePages } from './page-routes.ts'

const secure = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }
const plain = { ...secure, 'x-forwarded-proto': 'http' }

type Reply = { status: number | undefined; headers: IncomingMessage['headers']; body: string }

/** A server behind a proxy on 127.0.0.1; `/teapot` and its data are pages for everyone. */
async function listening({ isCaching = true } = {}) {
  const listeners = new Set<(tags: readonly string[]) => void>()
  const rules: RedirectRule[] = []
  const store = openStoreStatus()
  let rendered = 0
  const answer = async (type: string) => {
    rendered += 1
    return {
      status: 200,
      headers: { 'content-type': type },
      body: 'A teapot',
      isVisitor: false,
      isIncomplete: false,
      inlineScripts: [],
      inlineStyles: [],
    }
  }
  const pages: Pages<unknown> = {
    document: () => answer('text/html; charset=utf-8'),
    payload: () => answer('application/json; charset=utf-8'),
    matches: () => ({ screen: 'teapot', visitor: false, varies: [] }),
    routes: [],
  }
  const config = {
    mode: 'production',
    storeUrl: 'https://shop.example.com',
    trustedProxies: ['127.0.0.1'],
  } as unknown as Services['config']
  const app = createServer({ config })
  servePages<unknown>(app, {
    pages: () => pages,
    openApi: () => undefined,
    services: {
      changes: {
        subscribe: (listener) => {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      } as Services['changes'],
      config,
      plugins: noPlugins,
      log: pino({ enabled: false }),
    },
    mode: 'production',
    ...(isCaching && { cache: createPageCache<CachedPage>() }),
    checks: {
      readRedirects: async () => createRedirectRules(rules),
      readStatus: async () => ({ ...store }),
      readChannels: oneChannel,
      readGroupPrices: async () => noGroupPrices,
      requirePage: createCallLimits({ config, db: undefined as never }).requirePage,
    },
  })
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }

  async function send(path: string, headers: Record<string, string> = secure, method = 'GET') {
    const sent = httpRequest({ port, path, host: '127.0.0.1', headers, method }).end()
    const [reply] = (await once(sent, 'response')) as [IncomingMessage]
    let body = ''
    for await (const chunk of reply) body += chunk
    return { status: reply.statusCode, headers: reply.headers, body } satisfies Reply
  }
  return {
    send,
    rules,
    store,
    change: (...tags: string[]) => listeners.forEach((listener) => void listener(tags)),
    rendered: () => rendered,
  }
}

type Shop = Awaited<ReturnType<typeof listening>>

const cases: Record<string, (shop: Shop) => Promise<Reply> | Reply> = {
  'plain http is redirected to https': ({ send }) => send('/teapot?from=mail', plain),
  'plain http for page data is redirected to https': ({ send }) => send('/teapot/_payload.json', plain),
  'a forwarded protocol list counts its last entry': ({ send }) =>
    send('/teapot', { ...secure, 'x-forwarded-proto': 'https, http' }),
  'a redirect rule answers before the page': async ({ send, rules, change }) => {
    rules.push({ from_path: '/teapot', to_path: '/kettle', code: 301, is_external: false, match: 'exact' })
    change('redirects')
    return send('/teapot')
  },
  'a redirect rule answers before the page data': async ({ send, rules, change }) => {
    rules.push({ from_path: '/teapot', to_path: '/kettle', code: 301, is_external: false, match: 'exact' })
    change('redirects')
    return send('/teapot/_payload.json')
  },
  'a redirect rule does not hide the page of the lock': async ({ send, rules, store, change }) => {
    rules.push({
      from_path: '/coming-soon',
      to_path: '/teapot',
      code: 301,
      is_external: false,
      match: 'exact',
    })
    store.mode = 'Coming Soon'
    change('redirects', 'storefront')
    return send('/coming-soon')
  },
  'a shop without a license shows no page': async ({ send, store, change }) => {
    store.isLicensed = false
    change('storefront')
    return send('/teapot')
  },
  'a store with a password shows no page': async ({ send, store, change }) => {
    store.passwordKey = '1 hash'
    change('storefront')
    return send('/teapot')
  },
  'a store that is coming soon shows no page': async ({ send, store, change }) => {
    store.mode = 'Coming Soon'
    change('storefront')
    return send('/teapot?from=mail')
  },
  'a store under maintenance gives no page data': async ({ send, store, change }) => {
    store.mode = 'Under Maintenance'
    change('storefront')
    return send('/teapot/_payload.json')
  },
  'a path with a slash at its end is redirected': ({ send }) => send('/teapot/'),
  'a POST is refused': ({ send }) => send('/teapot', secure, 'POST'),
  'HEAD has no body': ({ send }) => send('/teapot', secure, 'HEAD'),
  'an address that floods is refused': async ({ send }) => {
    for (let sent = 0; sent < 620; sent += 20)
      await Promise.all(Array.from({ length: 20 }, () => send('/teapot')))
    return send('/teapot')
  },
  'another address is not refused after a flood': async ({ send }) => {
    for (let sent = 0; sent < 620; sent += 20)
      await Promise.all(Array.from({ length: 20 }, () => send('/teapot')))
    return send('/teapot', { ...secure, 'x-forwarded-for': '203.0.113.9, 198.51.100.7' })
  },
}

const expected: Record<keyof typeof cases, number> = {
  'plain http is redirected to https': 308,
  'plain http for page data is redirected to https': 308,
  'a forwarded protocol list counts its last entry': 308,
  'a redirect rule answers before the page': 301,
  'a redirect rule answers before the page data': 200,
  'a redirect rule does not hide the page of the lock': 200,
  'a shop without a license shows no page': 404,
  'a store with a password shows no page': 302,
  'a store that is coming soon shows no page': 302,
  'a store under maintenance gives no page data': 200,
  'a path with a slash at its end is redirected': 301,
  'a POST is refused': 405,
  'HEAD has no body': 200,
  'an address that floods is refused': 429,
  'another address is not refused after a flood': 200,
}

describe('a cached page has the same answer as a rendered one', () => {
  for (const [title, ask] of Object.entries(cases))
    test(title, async () => {
      const cached = await listening()
      for (const path of ['/teapot', '/teapot?from=mail', '/teapot/_payload.json'])
        for (let time = 0; time < 2; time += 1) expect(await cached.send(path)).toMatchObject({ status: 200 })
      expect(cached.rendered()).toBeLessThan(6)

      const fromCache = await ask(cached)
      const rendered = await ask(await listening({ isCaching: false }))

      expect(rendered.status).toBe(expected[title])
      expect(comparable(fromCache)).toEqual(comparable(rendered))
    })
})

/** Removes the headers that may differ between two answers to the same request. */
function comparable({ status, headers, body }: Reply) {
  const { date: _date, 'retry-after': _wait, ...compared } = headers
  return { status, headers: compared, body: body.replace(/\d+ seconds?/, 'n seconds') }
}
