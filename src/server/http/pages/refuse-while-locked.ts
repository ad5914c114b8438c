import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { replyMessages } from '#contract/envelope.ts'
import { workerPath } from '#contract/offline.ts'
import { type StoreLock, specialPages } from '#server/content/storefront/store-lock.ts'
import {
  type ClosedStoreLook,
  type StoreStatus,
  storeStatusTags,
} from '#server/content/storefront/store-status.ts'
import { keepFresh } from '#server/platform/changes/keep-fresh.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { fieldIn } from '#server/platform/kernel/post-form.ts'
import { websiteUnavailablePage } from '../bare-pages.ts'
import { createLockReader } from '../store-gate.ts'
import { removedWorker, WORKER_TYPE } from './offline-page.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Answered while the store is locked. `special-pages`: only calls for the addresses of those pages;
     * `store-pictures`: only files that these pages show. Every other route is refused.
     */
    whileLocked?: true | 'special-pages' | 'store-pictures'
  }
}

type Options = {
  services: Pick<Services, 'changes' | 'config'>
  readStatus: () => Promise<StoreStatus>
}

/**
 * Refuses every request that is not for a page while the store is locked: calls with 403 STORE_LOCKED, everything else
 * with a redirect to the page of the lock. A route that must be answered says so in its `config`, so that a new route
 * is locked without further work. Pages have `page-checks.ts`. Decisions §3 "Special pages".
 */
export function refuseWhileLocked(app: FastifyInstance, { services, readStatus }: Options) {
  const lockOf = createLockReader(services.config)
  const fresh = keepFresh(readStatus, { changes: services.changes, tags: storeStatusTags })

  app.addHook('onRequest', async (request, reply) => {
    const { whileLocked } = request.routeOptions.config
    if (whileLocked === true) return
    const status = fresh.now() ?? (await fresh.read())
    const lock = lockOf(request.raw, status)
    if (!lock) return
    if (whileLocked === 'special-pages' && isForSpecialPage(request)) return
    if (whileLocked === 'store-pictures' && isStorePicture(request, status.look)) return
    return refuse(request, reply, lock, status)
  })
}

function refuse(request: FastifyRequest, reply: FastifyReply, lock: StoreLock, status: StoreStatus) {
  reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  // Browsers look for another service worker at every page: the one of a locked store removes itself with all that it has.
  if (request.url === workerPath) return reply.type(WORKER_TYPE).send(removedWorker)
  if (request.url.startsWith('/api/')) {
    const body =
      lock === 'unlicensed'
        ? { status: 'error', code: 'NOT_FOUND', message: replyMessages.websiteUnavailable }
        : { status: 'error', code: 'STORE_LOCKED', message: 'The store is closed at the moment' }
    return reply
      .code(lock === 'unlicensed' ? 404 : 403)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body))
  }
  if (lock === 'unlicensed') {
    const page = websiteUnavailablePage({ supportEmail: status.supportEmail })
    return reply.code(page.status).headers(page.headers).send(page.body)
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return reply
    .code(isRead ? 302 : 303)
    .header('location', specialPages[lock])
    .send()
}

const specialPaths: ReadonlySet<string> = new Set(Object.values(specialPages))

/** `template`, `page` and `templateBoth` by the slug or type of a special page: a number could be any other record. */
function isForSpecialPage({ params, query }: FastifyRequest): boolean {
  const id = String(fieldIn(params, 'id') ?? '')
  const path = fieldIn(query, 'path')
  if (path !== undefined && (typeof path !== 'string' || !specialPaths.has(path))) return false
  if (specialPaths.has(`/${id}`)) return true
  return path !== undefined && (id === '' || id === 'Special')
}

/** The logo, the icon and the fonts of the special pages: they are in use before the shop opens. */
function isStorePicture({ params }: FastifyRequest, look: ClosedStoreLook): boolean {
  const path = fieldIn(params, '*') ?? ''
  return storePictures(look).some((picture) => path === picture || path === `${picture}.webp`)
}

const storePictures = ({ logo1, favicon, fonts }: ClosedStoreLook): string[] =>
  [logo1?.path, favicon, ...fonts.map((font) => font.path.replace(/^\/?media\//, ''))].filter(
    (path) => path !== undefined && path !== null,
  )
