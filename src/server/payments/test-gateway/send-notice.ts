import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { signBody } from '../signed-body.ts'
import { factsOf, SIGNATURE_HEADER, TEST_GATEWAY, webhookSecrets } from './gateway.ts'
import type { LedgerRow } from './ledger.ts'

/** A webhook as it goes over the wire. */
export type Notice = { body: string; headers: Record<string, string> }

export function noticeOf(config: Pick<Config, 'tokenSecret'>, row: LedgerRow): Notice {
  const body = JSON.stringify({ id: `evt_${randomUUID()}`, payment: factsOf(row) })
  const [secret] = webhookSecrets(config)
  return {
    body,
    headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signBody(secret, body) },
  }
}

/**
 * Delivers a webhook to the shop in this very process, by the route that any company would use.
 * @returns the shop's status; what it did not take, the sweep finds out by asking.
 */
export async function deliver(app: FastifyInstance, { body, headers }: Notice): Promise<number> {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: `/api/payments/webhook/${TEST_GATEWAY}`,
    payload: body,
    headers,
  })
  return statusCode
}
