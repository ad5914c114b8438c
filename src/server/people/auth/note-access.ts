import type { AccessEvent, AccessMethod } from '#contract/account.ts'
import type { Db, Tx, Visitor } from '#server/platform/kernel/context.ts'

export type Access = {
  event: AccessEvent
  /** Null when no known account is involved. */
  customerId: number | null
  method?: AccessMethod
  sessionId?: number | undefined
}

/** Writes a row of the access log, in the transaction of the event. Decisions §1.5. */
export async function noteAccess(db: Db | Tx, visitor: Visitor, access: Access) {
  const { event, customerId, method = null, sessionId = visitor.sessionId } = access
  await db
    .insertInto('access_logs')
    .values({
      event,
      method,
      customer_id: customerId,
      session_id: sessionId ?? null,
      ip: visitor.ip,
      user_agent: visitor.userAgent,
    })
    .execute()
}
