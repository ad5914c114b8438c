import type { FastifyInstance, FastifyReply } from 'fastify'
import { prepared } from '../db/prepared.ts'
import { retrySerialization } from '../db/retry-serialization.ts'
import { isDatabaseAway } from '../http/database-away.ts'
import { findOnlineGateway } from './find-gateway.ts'
import { BadEvent, type PaymentFacts, type PaymentServices } from './gateway.ts'
import { carryOutRefunds } from './refunds.ts'
import { settleIn } from './settle-payment.ts'

const KB = 1_024

/**
 * Where gateways tell of payments: `POST /api/payments/webhook/{gateway}`. Outside the JSON pipeline, because the signature is
 * over the raw body; no origin is asked for, the signature stands in its place. 200 also for what is known already, 400 for what
 * is not believed, 503 when the database is away (the gateway tries again). Decisions §5, security §17.
 */
export function serveWebhooks(app: FastifyInstance, services: PaymentServices) {
  const { db, log, config } = services
  app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

    hooks.post<{ Params: { gateway: string } }>(
      '/api/payments/webhook/:gateway',
      { bodyLimit: 64 * KB },
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
          return isDatabaseAway(error)
            ? answer(reply.header('retry-after', '30'), 503, 'UNAVAILABLE', 'Please try again')
            : answer(reply, 500, 'SERVER', 'Please try again')
        }
      },
    )
  })

  /** The event's id is stored in the transaction of its effect: either both are there or neither. */
  const takeEvent = (gateway: string, id: string, payment: PaymentFacts) =>
    retrySerialization(() =>
      db.transaction().execute(async (tx) => {
        if (!(await storeOnce.first(tx, gateway, id))) return 'known'
        return (await settleIn({ tx, config }, gateway, payment)) ? 'taken' : 'unknown payment'
      }),
    )
}

const storeOnce = prepared<{ event_id: string }>(
  'store webhook event',
  'insert into webhook_events (gateway, event_id) values ($1, $2) on conflict do nothing returning event_id',
)

function answer(reply: FastifyReply, status: number, code?: string, message?: string) {
  const body = code ? { status: 'error', code, message } : { status: 'success' }
  return reply.code(status).header('cache-control', 'no-store').send(body)
}
