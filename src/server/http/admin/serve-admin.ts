import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/platform/kernel/context.ts'
import type { SecurityHeaders } from '../security-headers.ts'
import { type BuiltFile, readAssets, replyOf } from '../static/build-files.ts'
import { keepPublished, type SharedBuildFiles } from '../static/shared-build-files.ts'
import { type AdminBuild, adminPage, adminPolicy, buildingPage } from './admin-pages.ts'

type Options = {
  services: Pick<Services, 'log'>
  headers: SecurityHeaders
  /** Absolute folder of the build. */
  dist: string
  /** Builds when the sources have changed. */
  ensureBuilt: () => Promise<unknown>
  /** The files of other releases, while one is rolled out. */
  shared?: SharedBuildFiles | undefined
}

type Opened = { id: string; build: AdminBuild; files: Map<string, BuiltFile> }

/**
 * `/admin`: the document and files of the back office. It holds no data, so that everyone may load it; every call that it
 * makes is checked. The build starts on the first request or by `prepare`, and never delays the shop. ADR 0043.
 */
export function serveAdmin(app: FastifyInstance, { services, headers, dist, ensureBuilt, shared }: Options) {
  let opened: Opened | undefined
  let building: Promise<void> | undefined
  let failed = false
  let isClosing = false
  let stopSharing: (() => void) | undefined
  app.addHook('preClose', async () => {
    isClosing = true
    stopSharing?.()
  })

  /** Builds what is missing and reads it into memory; a failure is logged, and the next request tries again. */
  function prepare(): Promise<void> {
    building ??= (async () => {
      try {
        await ensureBuilt()
        const built = openBuild(dist)
        stopSharing?.()
        stopSharing = shared && (await keepPublished(shared, built, services.log))
        opened = built
        failed = false
      } catch (error) {
        failed = true
        building = undefined
        // Ctrl-C ends the build too.
        if (!isClosing) services.log.error({ err: error }, 'the back office was not built')
      }
    })()
    return building
  }

  const config = { whileLocked: true } as const
  app.get('/admin', { config }, sendPage)
  app.get('/admin/*', { config }, sendPage)
  app.get<{ Params: { '*': string } }>('/admin/assets/*', { config }, async (request, reply) => {
    if (!opened) await prepare()
    const path = `/assets/${request.params['*']}`
    const file = opened?.files.get(path) ?? (await shared?.find(path))
    if (!file) return reply.code(404).type('text/plain').header('cache-control', 'no-store').send('Not Found')
    const sent = replyOf(file, String(request.headers['accept-encoding'] ?? ''))
    return reply.code(sent.status).headers(sent.headers).send(sent.body)
  })

  async function sendPage(_request: FastifyRequest, reply: FastifyReply) {
    const nonce = randomBytes(18).toString('base64')
    reply
      .headers(headers.document({ nonce }))
      .headers({
        'content-security-policy': adminPolicy(nonce),
        'cross-origin-opener-policy': 'same-origin',
        // The address may have a sign-in token.
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      })
      .type('text/html; charset=utf-8')
    if (opened) return reply.send(adminPage(opened.build, nonce))
    const hadFailed = failed
    void prepare()
    return reply
      .code(503)
      .header('retry-after', '2')
      .send(buildingPage({ error: hadFailed }))
  }

  return { prepare }
}

function openBuild(dist: string): Opened {
  if (!existsSync(join(dist, 'build.json'))) throw new Error(`There is no build in ${dist}`)
  const text = readFileSync(join(dist, 'build.json'), 'utf8')
  const id = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const build: AdminBuild = JSON.parse(text)
  return { id, build, files: new Map(readAssets(join(dist, 'assets'))) }
}
