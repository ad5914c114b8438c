import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/platform/kernel/context.ts'
import type { ShopError } from '#server/platform/kernel/errors.ts'
import { asShopError } from '../as-shop-error.ts'
import { busyPage, serverErrorPage } from '../bare-pages.ts'

/**
 * Answers errors of routes that do not answer them themselves: with the envelope under `/api`, elsewhere with the
 * error page, both with the request id of the log line. Without it Fastify sends the error's own message and logs
 * nothing.
 */
export function answerErrors(app: FastifyInstance, { log }: Pick<Services, 'log'>) {
  app.setErrorHandler((error, request, reply) => {
    const shown = asShopError(error, request.id)
    if (shown.httpStatus >= 500)
      log.error({ err: error, route: request.routeOptions.url, request_id: request.id }, 'request failed')
    return send(shown, request, reply)
  })
}

function send(error: ShopError, { id, url }: FastifyRequest, reply: FastifyReply) {
  const { httpStatus, code, message, extra, retryAfterSeconds } = error
  reply.code(httpStatus).header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  if (url.startsWith('/api/'))
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ status: 'error', code, message, ...extra }))
  if (httpStatus < 500) return reply.type('text/plain; charset=utf-8').send(message)
  const page =
    httpStatus === 503
      ? busyPage(retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
      : serverErrorPage({ requestId: id })
  return reply.headers(page.headers).send(page.body)
}
