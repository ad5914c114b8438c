import type { AddressInfo } from 'node:net'
import { createElement, type ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { lazyPart } from '#client/lazy-hydrated.tsx'
import type { Api } from '#contract/client.ts'
import { openShop } from '#harness/open-shop.ts'
import { defineRoutes } from '#pages/route-table.ts'
import { createPages } from '#pages/server.tsx'
import { readGroupPrices } from '#server/catalog/products/member-prices.ts'
import { readRedirectRules } from '#server/content/redirects/redirect-rules.ts'
import { readStoreStatus } from '#server/content/storefront/store-status.ts'
import type { CachedPage } from '#server/http/pages/cached-page.ts'
import { createPageCache } from '#server/http/pages/page-cache.ts'
import { servePages } from '#server/http/pages/page-routes.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { readChannelSelection } from '#server/shop/channels/channel-selection.ts'
import { openPages } from '../src/entry-server.tsx'

/** A page whose views declare lazily hydrated parts; the test decides whether their code is there. */
let partOfPage: () => ReactNode = () => createElement('p', null, 'Complete')

const crashes: unknown[] = []
const pagesOfParts = createPages<Api, object>({
  routes: defineRoutes([
    {
      screen: 'parts',
      path: '/parts',
      view: async () => ({ default: () => createElement('main', null, partOfPage()) }),
    },
  ]),
  screens: { parts: { load: () => ({ view: {} }), meta: () => ({ title: 'Parts' }) } },
  guards: {},
  loadShell: () => ({ shell: {}, whole: {} }),
  Shell: ({ children }) => children,
  Status: ({ message }) => message,
  assets: { build: 'test', entry: '/entry.js', head: () => '' },
  onCrash: (error) => void crashes.push(error),
})

const cache = createPageCache<CachedPage>()
let openedPages = pagesOfParts
let shopPages = pagesOfParts
const { app, services } = await openShop({
  seed: true,
  extend(app, pipeline, services) {
    const pages = openPages(
      { build: 'test', entry: '/entry.js', head: () => '' },
      { origin: services.config.storeUrl },
    )
    shopPages = openedPages = pages
    servePages<Api>(app, {
      pages: () => openedPages,
      openApi: pipeline.openApi,
      services,
      mode: 'production',
      cache,
      checks: {
        readRedirects: () => readRedirectRules(services.db),
        readStatus: () => readStoreStatus(services.db),
        readChannels: () => readChannelSelection(services.db),
        readGroupPrices: () => readGroupPrices(services.db),
      },
    })
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
const { catalogIndex, loadSection } = services

afterEach(() => {
  Object.assign(services, { catalogIndex, loadSection })
  openedPages = shopPages
  cache.clear()
})

async function get(path: string) {
  const response = await fetch(origin + path)
  return {
    status: response.status,
    cacheControl: response.headers.get('cache-control'),
    retryAfter: response.headers.get('retry-after'),
    html: await response.text(),
  }
}

/** The cards of a payload, or more articles in a document than the home page's three blog posts. */
const hasProductGrid = ({ html }: { html: string }) =>
  html.includes('"cards":[{') || html.split('<article').length > 4

const statementTimeout = () =>
  Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })

test('the home page is not cached when its listings fail, and shows products once they can be read', async () => {
  services.catalogIndex = { ...catalogIndex, listing: () => Promise.reject(statementTimeout()) }
  const failed = await get('/')
  expect(failed).toMatchObject({ status: 200, cacheControl: 'no-store' })
  expect(hasProductGrid(failed)).toBe(false)

  services.catalogIndex = catalogIndex
  const complete = await get('/')

  expect(hasProductGrid(complete)).toBe(true)
  expect(complete.cacheControl).not.toBe('no-store')
  expect(cache.size().entries).toBe(1)
})

test('a page is not cached when a section loader throws', async () => {
  const failing: Services['loadSection'] = async (section, request) => {
    if (section.component === 'ProductGrid') throw new Error('broken')
    return loadSection(section, request)
  }
  services.loadSection = failing
  const failed = await get('/')
  expect(failed).toMatchObject({ status: 200, cacheControl: 'no-store' })

  services.loadSection = loadSection
  expect(hasProductGrid(await get('/'))).toBe(true)
})

test('the payload of a soft navigation is not cached when a part of it fails', async () => {
  services.catalogIndex = { ...catalogIndex, listing: () => Promise.reject(statementTimeout()) }
  expect(await get('/_payload.json?test')).toMatchObject({ status: 200, cacheControl: 'no-store' })

  services.catalogIndex = catalogIndex
  const complete = await get('/_payload.json?test')

  expect(hasProductGrid(complete)).toBe(true)
  expect(complete.cacheControl).not.toBe('no-store')
})

test('a listing page answers 503 with Retry-After when its listing cannot be read', async () => {
  services.catalogIndex = { ...catalogIndex, listing: () => Promise.reject(statementTimeout()) }

  const { status, retryAfter, cacheControl } = await get('/shop-online')

  expect({ status, cacheControl }).toEqual({ status: 503, cacheControl: 'no-store' })
  expect(Number(retryAfter)).toBeGreaterThan(0)
  expect(cache.size().entries).toBe(0)
})

test('a page is not cached when the code of a lazily hydrated part is missing on the server', async () => {
  openedPages = pagesOfParts
  const { Component: Missing } = lazyPart<object>(() => new Promise<never>(() => {}))
  const complete = partOfPage
  partOfPage = () => createElement(Missing)
  const failed = await get('/parts')
  expect(failed).toMatchObject({ status: 200, cacheControl: 'no-store' })
  expect(crashes).toEqual([new Error('A part of /parts failed to render')])

  partOfPage = complete
  const whole = await get('/parts')

  expect(whole.html).toContain('Complete')
  expect(whole.cacheControl).not.toBe('no-store')
  expect(cache.size().entries).toBe(1)
})

test('the home, listing and product pages are complete', async () => {
  for (const path of ['/', '/shop-online', '/product/moon-vase', '/product-category/ceramics']) {
    expect(await get(path), path).toMatchObject({ status: 200, cacheControl: 'no-cache' })
  }
})
