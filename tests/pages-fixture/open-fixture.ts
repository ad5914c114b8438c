import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { PageAnswer, Pages } from '#pages/answer.ts'
import { isBot } from '#pages/bots.ts'
import { isPayloadPath, parsePayloadPath } from '#pages/payload-path.ts'
import { openBuiltPages } from '#server/http/static/build-files.ts'
import { build } from '../../scripts/build.ts'
import type { FixtureApi } from './app/shop.ts'

export const entries = {
  client: 'tests/pages-fixture/app/entry-client.tsx',
  server: 'tests/pages-fixture/app/entry-server.tsx',
}

/** Builds the fixture as the shop is built and opens its pages. Removed after the file's tests. */
export async function buildFixture() {
  const out = mkdtempSync(join(tmpdir(), 'vitrine pages '))
  afterAll(() => rmSync(out, { recursive: true }))
  await build({ entries, out })
  return { out, ...(await openBuiltPages<Pages<FixtureApi>>(out)) }
}

/** Serves the fixture with the shop's content security policy on a free port. Closed after the file's tests. */
export async function openFixture() {
  const { pages, buildFile } = await buildFixture()
  const visits = new Map<string, number>()
  const api: FixtureApi = {
    visit(name) {
      visits.set(name, (visits.get(name) ?? 0) + 1)
      return visits.get(name) as number
    },
    isLoggedIn: true,
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((error: Error) => {
      response.writeHead(500, { 'content-type': 'text/html' }).end(`<h1>Bare 500</h1>${error.message}`)
    })
  })

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { url = '/', method, headers } = request
    const pathname = url.split('?', 1)[0] as string
    if (method === 'POST') return response.end('Posted')
    const file = buildFile(pathname, headers['accept-encoding'])
    if (file) return response.writeHead(file.status, file.headers).end(file.body)
    if (pathname.endsWith('.webp')) return response.writeHead(200, { 'content-type': 'image/gif' }).end(PIXEL)
    const isPayload = isPayloadPath(pathname)
    // All other paths are files, and the fixture serves none.
    if (!isPayload && !pages.matches(pathname)) return response.writeHead(404).end('No such file')
    const isOfVisitor = pages.matches(pathname)?.visitor
    const requested = {
      url,
      api,
      cookies: {},
      isBot: isBot(headers['user-agent'] ?? ''),
      nonce: isOfVisitor ? 'once' : undefined,
      mode: 'production' as const,
    }
    const answer = await (isPayload
      ? pages.payload({ ...requested, ...parsePayloadPath(url) })
      : pages.document(requested))
    const policy = { 'content-security-policy': policyOf(answer, requested.nonce) }
    response.writeHead(answer.status, { ...answer.headers, ...policy }).end(answer.body)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { base: `http://127.0.0.1:${port}`, port, api }
}

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Security §13: a nonce for visitor pages, hashes for all others. */
function policyOf({ inlineScripts, inlineStyles }: PageAnswer, nonce?: string) {
  const allowed = (texts: string[]) =>
    nonce ? `'nonce-${nonce}'` : texts.map((text) => `'sha256-${sha(text)}'`).join(' ')
  return [
    "default-src 'self'",
    `script-src ${allowed(inlineScripts)} 'strict-dynamic'`,
    `style-src 'self' ${allowed(inlineStyles)}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
  ].join('; ')
}

const sha = (text: string) => createHash('sha256').update(text).digest('base64')
