import type { FastifyInstance } from 'fastify'
import { prepared } from '#server/platform/db/prepared.ts'
import { retrySerialization } from '#server/platform/db/retry-serialization.ts'
import { findOnlineGateway } from '../gateways/find-gateway.ts'
import type { PaymentEvent, PaymentServices } from '../gateways/model/gateway.ts'
import { carryOutRefunds, failRefund } from '../gateways/refunds.ts'
import { serveHook } from '../gateways/serve-hook.ts'
import { settleIn } from './settle-payment.ts'

/** Receives payment events of gateways: `POST /api/payments/webhook/{gateway}`. */
export function serveWebhooks(app: FastifyInstance, services: PaymentServices) {
  const { db, log, config, plugins } = services
  serveHook(app, '/api/payments/webhook', {
    log,
    title: 'payment event',
    find: (code) => findOnlineGateway(services, code),
    async take(gateway, rawBody, headers) {
      const event = await gateway.parseEvent(rawBody, headers)
      const outcome =
        event.payment || event.failedRefund ? await takeEvent(gateway.code, event) : 'not needed'
      if (outcome === 'taken') await carryOutRefunds(services)
      return `${event.id}: ${outcome}`
    },
  })

  /** The event's id is stored in the transaction of its effect, so both exist or neither. */
  const takeEvent = (gateway: string, { id, payment, failedRefund }: PaymentEvent) =>
    retrySerialization(() =>
      db.transaction().execute(async (tx) => {
        if (!(await insertEvent.first(tx, gateway, id))) return 'known'
        if (failedRefund) await failRefund(tx, gateway, failedRefund)
        if (!payment) return 'refund failed'
        return (await settleIn({ tx, config, plugins }, gateway, payment)) ? 'taken' : 'unknown payment'
      }),
    )
}

const insertEvent = prepared<{ event_id: string }>(
  'store webhook event',
  'insert into webhook_events (gateway, event_id) values ($1, $2) on conflict do nothing returning event_id',
)
