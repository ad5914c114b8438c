import type { FastifyInstance, FastifyReply } from 'fastify'
import { prepared } from '#server/platform/db/prepared.ts'
import { retrySerialization } from '#server/platform/db/retry-serialization.ts'
import { isUnavailable } from '#server/platform/kernel/unavailable.ts'
import { findOnlineGateway } from '../gateways/find-gateway.ts'
import { BadEvent, type PaymentFacts, type PaymentServices } from '../gateways/model/gateway.ts'
import { carryOutRefunds } from '../gateways/refunds.ts'
import { settleIn } from './settle-payment.ts'

const KB = 1_024

/**
 * Receives payment events of gateways: `POST /api/payments/webhook/{gateway}`. Outside the JSON pipeline, because the
 * signature covers the raw body; the signature replaces the origin check. 200 also for known events, 400 for an invalid
 * signature, 503 when the database is unavailable (the gateway retries). Decisions §5, security §17.
 */
export function serveWebhooks(app: FastifyInstance, services: PaymentServices) {
  const { db, log, config, plugins } = services
  app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

    hooks.post<{ Params: { gateway: string } }>(
      '/api/payments/webhook/:gateway',
      // Money that arrives while the store is closed still counts.
      { bodyLimit: 64 * KB, config: { whileLocked: true } },
      async ({ params, body, headers }, reply) => {
        const gateway = findOnlineGateway(services, params.gateway)
        if (!gateway) return answer(reply, 404, 'NOT_FOUND', 'There is no such call')
        try {
          const event = await gateway.parseEvent(typeof body === 'string' ? body : '', headers)
          const outcome = event.payment
            ? await takeEvent(gateway.code, event.id, event.payment)
            : 'not needed'
          log.info({ gateway: gateway.code, event: event.id, outcome }, 'payment event')
          if (outcome === 'taken') await carryOutRefunds(services)
          return answer(reply, 200)
        } catch (error) {
          if (error instanceof BadEvent) {
            log.warn({ gateway: gateway.code, cause: error.message }, 'payment event refused')
            return answer(reply, 400, 'BAD_REQUEST', 'This event is not believed')
          }
          log.error({ err: error, gateway: gateway.code }, 'payment event failed')
          return isUnavailable(error)
            ? answer(reply.header('retry-after', '30'), 503, 'UNAVAILABLE', 'Please try again')
            : answer(reply, 500, 'SERVER', 'Please try again')
        }
      },
    )
  })

  /** The event's id is stored in the transaction of its effect, so both exist or neither. */
  const takeEvent = (gateway: string, id: string, payment: PaymentFacts) =>
    retrySerialization(() =>
      db.transaction().execute(async (tx) => {
        if (!(await insertEvent.first(tx, gateway, id))) return 'known'
        return (await settleIn({ tx, config, plugins }, gateway, payment)) ? 'taken' : 'unknown payment'
      }),
    )
}

const insertEvent = prepared<{ event_id: string }>(
  'store webhook event',
  'insert into webhook_events (gateway, event_id) values ($1, $2) on conflict do nothing returning event_id',
)

function answer(reply: FastifyReply, status: number, code?: string, message?: string) {
  const body = code ? { status: 'error', code, message } : { status: 'success' }
  return reply.code(status).header('cache-control', 'no-store').send(body)
}
