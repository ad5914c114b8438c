import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { signBody } from '#server/commerce/gateways/model/signed-body.ts'
import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import { factsOf, SIGNATURE_HEADER, TEST_GATEWAY, webhookSecrets } from './gateway.ts'
import type { LedgerRow } from './ledger.ts'

/** A webhook request. */
export type Notice = { body: string; headers: Record<string, string> }

export function noticeOf(config: SigningSecrets, row: LedgerRow): Notice {
  const body = JSON.stringify({ id: `evt_${randomUUID()}`, payment: factsOf(row) })
  const [secret] = webhookSecrets(config)
  return {
    body,
    headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signBody(secret, body) },
  }
}

/**
 * Delivers a webhook to the shop in the same process, by the route that any company would use.
 * @returns the shop's status; a refused message is found later by the sweep.
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
