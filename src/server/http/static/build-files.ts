import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ownValue } from '#contract/rules/own-value.ts'

export type BuildFileReply = { status: number; headers: Record<string, string>; body: Buffer }

/** Answers paths under `/assets/` and `/_build/`; undefined for all others. */
export type BuildFile = (pathname: string, acceptEncoding?: string) => BuildFileReply | undefined

/** `dist/build.json`, as `scripts/build-output.ts` writes it. */
type BuildInfo = {
  id: string
  timestamp: number
  entry: string
  heads: Record<string, string>
  lateStyles: string
  chunks: Record<string, string[]>
}

type Assets = {
  build: string
  entry: string
  head: (screen: string, hasLateStyles: boolean) => string
  modules: (screen: string) => readonly string[]
}

/** The fields of the built pages that are needed here; the caller uses the rest. */
type WithRoutes = { routes: { path: string; screen: string }[] }

/**
 * The built pages, ready to render, and the files that browsers fetch from the same build. `dist` is an absolute
 * folder; `options` are the application's own.
 *
 * @throws when there is no build in the folder.
 */
export async function openBuiltPages<Pages extends WithRoutes>(dist: string, options?: object) {
  const info: BuildInfo = JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8'))
  const assets: Assets = {
    build: info.id,
    entry: info.entry,
    head(screen, hasLateStyles) {
      const head = info.heads[screen] ?? info.heads[''] ?? ''
      return hasLateStyles && !head.includes(info.lateStyles) ? info.lateStyles + head : head
    },
    modules: (screen) => info.chunks[screen] ?? info.chunks[''] ?? [],
  }
  // The build's name in the URL: a later build in the same folder is another module.
  const { href } = pathToFileURL(join(dist, 'server/entry-server.js'))
  const { openPages }: { openPages: (assets: Assets, options?: object) => Pages } = await import(
    `${href}?${info.id}-${info.timestamp}`
  )
  const pages = openPages(assets, options)
  const { buildFile, own } = createBuildFile(dist, info, pages)
  const workerFile = join(dist, 'worker/worker.js')
  const worker = existsSync(workerFile) ? readFileSync(workerFile, 'utf8') : undefined
  return { pages, buildFile, own, buildId: info.id, worker }
}

/** Serves the browser's files from memory, each precompressed in the accepted encoding. */
function createBuildFile(dist: string, info: BuildInfo, { routes }: WithRoutes) {
  const { id, timestamp } = info
  const manifest = { id, timestamp, routes: chunksByPath(routes, info.chunks), prerendered: [] }
  const own = new Map([
    ...readAssets(join(dist, 'client/assets')),
    [`/_build/meta/${id}.json`, jsonFile(manifest, FOREVER)] as const,
  ])
  // Open pages of the previous builds load their chunks from there.
  const files = new Map([...readAssets(join(dist, 'client/previous')), ...own])
  files.set('/_build/latest.json', jsonFile({ id, timestamp }, 'no-cache'))

  const buildFile: BuildFile = (pathname, acceptEncoding = '') => {
    const file = files.get(pathname)
    if (file) return replyOf(file, acceptEncoding)
    return pathname.startsWith('/assets/') || pathname.startsWith('/_build/') ? NOT_FOUND : undefined
  }
  return { buildFile, own }
}

/**
 * Routes those paths in Fastify, including conditional requests.
 *
 * @param findShared finds a file of another build, which other hosts may already have, or still
 */
export function registerBuildFiles(
  app: FastifyInstance,
  buildFile: BuildFile,
  findShared?: (path: string) => Promise<BuiltFile | undefined>,
) {
  // Their names change with their content.
  app.get('/assets/*', { config: { whileLocked: true, sharedFile: () => undefined } }, send)
  app.get('/_build/*', { config: { whileLocked: true } }, send)

  async function send(request: FastifyRequest, reply: FastifyReply) {
    const path = request.raw.url?.split('?', 1)[0] ?? ''
    const encoding = String(request.headers['accept-encoding'] ?? '')
    const own = buildFile(path, encoding) ?? NOT_FOUND
    const shared = own.status === 404 ? await findShared?.(path) : undefined
    const { status, headers, body } = shared ? replyOf(shared, encoding) : own
    const { 'if-none-match': known } = request.headers
    if (headers.etag && known === headers.etag) return reply.code(304).headers(headers).send()
    return reply.code(status).headers(headers).send(body)
  }
}

export type BuiltFile = {
  type: string
  caching: string
  etag: string
  bodies: Bodies
}
/** Without compression, or with brotli, from which it is made. */
type Bodies = { gzip?: Buffer | undefined } & (
  | { identity: Buffer; br?: Buffer | undefined }
  | { identity?: undefined; br: Buffer }
)

const plainBody = (bodies: Bodies) => bodies.identity ?? brotliDecompressSync(bodies.br)

/** All names contain a hash of the content. */
const FOREVER = 'public, max-age=31536000, immutable'

const JSON_TYPE = 'application/json; charset=utf-8'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': JSON_TYPE,
  '.map': JSON_TYPE,
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
}

const PACKED = /\.(br|gz)$/

/** The files of a build's assets folder, by URL, with their compressed copies. */
export function* readAssets(folder: string): Generator<[string, BuiltFile]> {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : [])
  const read = (name: string) => (names.has(name) ? readFileSync(join(folder, name)) : undefined)
  for (const name of names) {
    if (PACKED.test(name)) continue
    const identity = readFileSync(join(folder, name))
    const [br, gzip] = [read(`${name}.br`), read(`${name}.gz`)]
    // Every browser accepts brotli: what others need is made from it, and takes no memory until then.
    const bodies = { ...(br ? { br } : { identity }), ...(gzip && { gzip }) }
    yield [`/assets/${name}`, builtFileOf(name, bodies, identity)]
  }
}

/** A file whose name contains a hash of its content, from any of its bodies. */
export function builtFileOf(
  name: string,
  bodies: BuiltFile['bodies'],
  identity = plainBody(bodies),
): BuiltFile {
  const type = ownValue(TYPES, extname(name)) ?? 'application/octet-stream'
  return { type, caching: FOREVER, etag: hashOf(identity), bodies }
}

function jsonFile(value: unknown, caching: string): BuiltFile {
  const identity = Buffer.from(JSON.stringify(value))
  const bodies = { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) }
  return { type: JSON_TYPE, caching, etag: hashOf(identity), bodies }
}

const hashOf = (body: Buffer) => createHash('sha256').update(body).digest('base64url').slice(0, 16)

/** The reply with a file in the best accepted encoding. */
export function replyOf({ type, caching, etag, bodies }: BuiltFile, acceptEncoding: string): BuildFileReply {
  const encoding = (['br', 'gzip'] as const).find((name) => bodies[name] && isAccepted(name, acceptEncoding))
  const body = (encoding && bodies[encoding]) ?? plainBody(bodies)
  return {
    status: 200,
    headers: {
      'content-type': type,
      'content-length': String(body.length),
      'cache-control': caching,
      etag: `"${etag}${encoding ? `-${encoding}` : ''}"`,
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      ...(encoding && { 'content-encoding': encoding }),
    },
    body,
  }
}

const NOT_FOUND: BuildFileReply = {
  status: 404,
  // Not cached: the file may belong to a build that another process already has.
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from('Not Found'),
}

/** `q=0` is a refusal, RFC 9110 §12.5.3. */
function isAccepted(encoding: string, acceptEncoding: string) {
  const part = acceptEncoding
    .split(',')
    .find((one) => one.split(';', 1)[0]?.trim().toLowerCase() === encoding)
  return part !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(part)
}

/** `/product/:slug+` is `/product/*` there; a pattern with an optional rest is listed both ways. Decisions §4. */
function chunksByPath(routes: WithRoutes['routes'], chunks: BuildInfo['chunks']) {
  return Object.fromEntries(
    routes.flatMap(({ path, screen }) => {
      const files = chunks[screen] ?? []
      const wild = path.replace(/:\w+[+*]?/g, '*')
      return path.endsWith('*')
        ? [[wild.replace(/\/\*$/, ''), files] as const, [wild, files] as const]
        : [[wild, files] as const]
    }),
  )
}
