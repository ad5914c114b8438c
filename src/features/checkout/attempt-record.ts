import { sessionRecord } from '#client/session-record.ts'
import type { Attempt } from './order-attempt.ts'

/**
 * Attempts to place an order that may still be needed: without a decision so far, or with an order whose page has not been
 * shown.
 */
export const attemptRecord = sessionRecord<Attempt[]>('order-attempts')
