import { sql } from 'kysely'
import type { Tx } from '#server/platform/kernel/context.ts'
import { hashOfToken, newToken } from '#server/platform/sessions/session-token.ts'

/** A customer has at most this many sessions; the one that was idle longest ends. */
const maxSessions = 10

export type NewSession = { id: number; token: string; isRemembered: boolean }

/**
 * Starts a session and ends the browser's previous one, because no token outlives a login. A remembered
 * session lasts 30 days at most, others 12 hours; `isAlive` limits idle time. Decisions §1.5, security §3.
 *
 * @param replaced the browser's previous session, of any customer
 */
export async function startSession(
  tx: Tx,
  customerId: number,
  { isRemembered, replaced }: { isRemembered: boolean; replaced: number | undefined },
): Promise<NewSession> {
  if (replaced !== undefined) await tx.deleteFrom('sessions').where('id', '=', replaced).execute()
  await tx
    .deleteFrom('sessions')
    .where('customer_id', '=', customerId)
    .where('id', 'not in', (newest) =>
      newest
        .selectFrom('sessions')
        .select('id')
        .where('customer_id', '=', customerId)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .limit(maxSessions - 1),
    )
    .execute()
  const token = newToken()
  const { id } = await tx
    .insertInto('sessions')
    .values({
      token_hash: hashOfToken(token),
      customer_id: customerId,
      is_remembered: isRemembered,
      expires_at: isRemembered ? sql`now() + interval '30 days'` : sql`now() + interval '12 hours'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token, isRemembered }
}

/**
 * Rotates the token of the current session after a change of credentials. Decisions §1.5.
 * @returns undefined when the session has ended in between
 */
export async function renewSession(
  tx: Tx,
  { customerId, sessionId }: { customerId: number; sessionId: number | undefined },
): Promise<NewSession | undefined> {
  if (sessionId === undefined) return undefined
  const token = newToken()
  const row = await tx
    .updateTable('sessions')
    .set({ token_hash: hashOfToken(token) })
    .where('id', '=', sessionId)
    .where('customer_id', '=', customerId)
    .returning(['id', 'is_remembered'])
    .executeTakeFirst()
  return row && { id: row.id, token, isRemembered: row.is_remembered }
}
