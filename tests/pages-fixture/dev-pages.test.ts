import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import type { Pages } from '#pages/answer.ts'
import { isPayloadPath, parsePayloadPath } from '#pages/payload-path.ts'
import { openDevPages } from '#server/http/pages/dev-pages.ts'
import type { FixtureApi } from './app/shop.ts'
import { launchBrowser, startVisit } from './visit.ts'

const project = dirname(dirname(import.meta.dirname))

// A copy, because the test changes it; inside the project, so that its imports resolve.
const copy = mkdtempSync(join(import.meta.dirname, '.copy-'))
cpSync(join(import.meta.dirname, 'app'), copy, { recursive: true })
const file = (name: string) => join(copy, name)
const entry = (name: string) => relative(project, file(name))

const app = fastify()
const api: FixtureApi = { visit: () => 1, isLoggedIn: true }
const openPages = await openDevPages<Pages<FixtureApi>>(app, {
  entries: { client: entry('entry-client.tsx'), server: entry('entry-server.tsx') },
  // Separate from the shop's cache, which a running development server may use.
  cacheDir: file('vite-cache'),
})
for (const picture of ['/thing.webp', '/thing-2x.webp'])
  app.get(picture, (_, reply) =>
    reply.type('image/svg+xml').send('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  )
app.get('/*', async (request, reply) => {
  const url = request.raw.url ?? '/'
  const pages = await openPages()
  const requested = { url, api, cookies: {}, isBot: false, mode: 'development' as const }
  const answer = await (isPayloadPath(url.split('?', 1)[0] as string)
    ? pages.payload({ ...requested, ...parsePayloadPath(url) })
    : pages.document(requested))
  return reply.code(answer.status).headers(answer.headers).send(answer.body)
})
const base = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await launchBrowser()
afterAll(async () => {
  await app.close()
  rmSync(copy, { recursive: true })
})

test('a development page is rendered from source and styled before any script runs', async () => {
  const { page } = await startVisit(browser, base, { javaScriptEnabled: false })

  await page.goto('/')

  expect(await page.textContent('h1')).toBe('Welcome')
  expect(await page.locator('header').evaluate((header) => getComputedStyle(header).display)).toBe('flex')
  expect(await page.getAttribute('body', 'class')).toBe('home development')
})

test('an edited loader updates the data of the open page and keeps its state', async () => {
  const { open, page, follow, heading, isSameDocument } = await startVisit(browser, base)
  await open('/product/thing-1')
  await page.click('#add')
  await page.getByText('Added 1').waitFor()

  change('screens/product/data.ts', 'new Date(0)', 'new Date(3e12)')
  await page.getByText('Since 2065').waitFor()

  expect(await page.textContent('#add')).toBe('Added 1')
  expect(await isSameDocument()).toBe(true)
  await follow('/shop-online')
  await heading('Shop')
  expect(await isSameDocument()).toBe(true)
})

test('an edited view updates the open page and keeps its state', async () => {
  const { open, page, isSameDocument } = await startVisit(browser, base)
  await open('/product/thing-1')
  await page.click('#add')
  await page.getByText('Added 1').waitFor()

  change('screens/product/view.tsx', 'Added {count}', 'Put in {count}')
  await page.getByText('Put in 1').waitFor()

  expect(await isSameDocument()).toBe(true)
})

function change(name: string, from: string, to: string) {
  const text = readFileSync(file(name), 'utf8')
  expect(text).toContain(from)
  writeFileSync(file(name), text.replace(from, to))
}
