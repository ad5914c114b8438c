import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverErrorPage } from './bare-pages.ts'
import { createSecurityHeaders } from './security-headers.ts'

const { document, file } = createSecurityHeaders({ storeUrl: 'http://localhost' })

/** The way the pages add their entry module (ADR 0022). */
const START = `document.head.append(Object.assign(document.createElement("script"),{type:"module",src:"/entry.js"}))`
const STYLE = 'h1{color:rgb(1, 2, 3)}'
const INJECTED = `<script>window.injected="inline"</script><script src="/injected.js"></script>
<img src="/missing.png" onerror="window.injected='handler'"><style>h1{color:red!important}</style>`

const scripts: Record<string, string> = {
  '/entry.js':
    'import { part } from "./part.js"; window.ran = part; import("./late.js").then((m) => { window.late = m.late })',
  '/part.js': 'export const part = "entry and part"',
  '/late.js': 'export const late = "late"',
  '/injected.js': 'window.injected = "file"',
}

const shell = (attribute: string) =>
  `<!doctype html><title>Mugs</title><link rel="icon" href="data:,"><link rel="modulepreload" href="/part.js">
<style${attribute}>${STYLE}</style><h1 style="letter-spacing:3px">Mugs</h1><script${attribute}>${START}</script>${INJECTED}`

const error = serverErrorPage({ requestId: 'a1b2c3d4' })

const answers: Record<string, { headers: Record<string, string>; body: string }> = {
  '/cached': { headers: document({ scripts: [START], styles: [STYLE] }), body: shell('') },
  '/visitor': { headers: document({ nonce: 'abc123' }), body: shell(' nonce="abc123"') },
  '/error': { headers: error.headers, body: error.body },
  '/media/logo.svg': {
    headers: { ...file('same-origin'), 'content-type': 'image/svg+xml' },
    body: '<svg xmlns="http://www.w3.org/2000/svg"><script>document.documentElement.setAttribute("id","ran")</script></svg>',
  },
}

const server = createServer((request, response) => {
  const path = request.url ?? ''
  const script = scripts[path]
  if (script !== undefined) return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
  const answer = answers[path]
  if (!answer) return response.writeHead(404).end()
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...answer.headers }).end(answer.body)
})

let browser: Browser
let origin = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
})

afterAll(async () => {
  await browser?.close()
  server.close()
})

for (const path of ['/cached', '/visitor'])
  test(`${path}: the page's own module runs, injected scripts do not`, async () => {
    const page = await browser.newPage()
    await page.goto(origin + path)
    // A function: a string would be evaluated, which this policy forbids.
    await page.waitForFunction(() => 'late' in window)

    expect(await page.evaluate('[window.ran, window.late]')).toEqual(['entry and part', 'late'])
    expect(await page.evaluate('window.injected')).toBeUndefined()
    const look = await page.locator('h1').evaluate((h1) => {
      const { color, letterSpacing } = getComputedStyle(h1)
      return { color, letterSpacing }
    })
    expect(look).toEqual({ color: 'rgb(1, 2, 3)', letterSpacing: '3px' })
    await page.close()
  })

test('the error page has its style and complies with its own policy', async () => {
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto(`${origin}/error`)

  expect(await page.locator('main').evaluate((main) => getComputedStyle(main).borderTopWidth)).toBe('4px')
  expect(complaints.filter((text) => text.includes('Content Security Policy'))).toEqual([])
  await page.close()
})

test('an image opened on its own runs no script', async () => {
  const page = await browser.newPage()
  await page.goto(`${origin}/media/logo.svg`)

  expect(await page.evaluate('document.documentElement.id')).toBe('')
  await page.close()
})

test('development headers allow the development server to work', () => {
  const headers = createSecurityHeaders({ storeUrl: 'http://localhost', isDevelopment: true }).document({
    scripts: [],
    styles: [],
  })
  expect(headers['content-security-policy']).toContain("connect-src 'self' ws:")
})
