import { sql } from 'kysely'
import type { Tx } from '../http/context.ts'
import { hashOfToken, newToken } from '../http/session-token.ts'

/** More than these a customer cannot have; the one that was idle longest goes. */
const mostSessions = 10

export type NewSession = { id: number; token: string; isRemembered: boolean }

/**
 * Begins a session and ends the one that this browser had: no token outlives a login. Remembered it lasts 30 days at most,
 * otherwise 12 hours; how long it may be idle is `isAlive`'s matter. Decisions §1.5, security §3.
 *
 * @param replaced the session of this browser until now, whosever it was
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
        .limit(mostSessions - 1),
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
 * A new token for the session that goes on: what proved who this is has changed. Decisions §1.5.
 * @returns undefined when the session has ended meanwhile
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
