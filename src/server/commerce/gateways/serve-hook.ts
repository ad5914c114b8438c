import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '#server/platform/kernel/context.ts'
import { isUnavailable } from '#server/platform/kernel/unavailable.ts'
import { BadEvent, type EventHeaders } from './model/gateway.ts'

const KB = 1_024

type Hook<Company> = {
  log: Services['log']
  /** Of the log: 'payment event'. */
  title: string
  /** By the code in the path; undefined: there is no such company, or it has no keys. */
  find(code: string): Company | undefined
  /**
   * @returns what came of it, for the log.
   * @throws {BadEvent} for a message that is not the company's.
   */
  take(company: Company, rawBody: string, headers: EventHeaders): Promise<string>
}

/**
 * Receives signed messages of companies at `POST path/{code}`. Outside the JSON pipeline, because the signature covers the raw body; the
 * signature replaces the origin check. 200 also for known messages, 400 for an invalid signature, 503 when the database is unavailable
 * (the company repeats it). What happens outside while the store is closed still counts. Decisions §5, security §17.
 */
export function serveHook<Company>(
  app: FastifyInstance,
  path: string,
  { log, title, find, take }: Hook<Company>,
) {
  app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

    hooks.post<{ Params: { code: string } }>(
      `${path}/:code`,
      { bodyLimit: 64 * KB, config: { whileLocked: true } },
      async ({ params: { code }, body, headers }, reply) => {
        const company = find(code)
        if (!company) return answer(reply, 404, 'NOT_FOUND', 'There is no such call')
        try {
          const outcome = await take(company, typeof body === 'string' ? body : '', headers)
          log.info({ company: code, outcome }, title)
          return answer(reply, 200)
        } catch (error) {
          if (error instanceof BadEvent) {
            log.warn({ company: code, cause: error.message }, `${title} refused`)
            return answer(reply, 400, 'BAD_REQUEST', 'This event is not believed')
          }
          log.error({ err: error, company: code }, `${title} failed`)
          return isUnavailable(error)
            ? answer(reply.header('retry-after', '30'), 503, 'UNAVAILABLE', 'Please try again')
            : answer(reply, 500, 'SERVER', 'Please try again')
        }
      },
    )
  })
}

function answer(reply: FastifyReply, status: number, code?: string, message?: string) {
  const body = code ? { status: 'error', code, message } : { status: 'success' }
  return reply.code(status).header('cache-control', 'no-store').send(body)
}
