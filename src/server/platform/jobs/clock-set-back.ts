import { prepared } from '../db/prepared.ts'
import type { Db } from '../kernel/context.ts'

/**
 * Lets retries go on that a clock planned which was ahead and has been set back. No retry is planned for more than six hours, so that a
 * later one would wait for the time that the clock had: messages, refunds and records that failed because certificates looked expired,
 * for a year. Neither do orders that were placed then hold their stock: their payments are asked for, and they end. Staff who signed in
 * then sign in again, as their session would have no end. Schedules see to themselves (`schedule.ts`).
 */
export const planRetriesAgain = async (db: Db) => void (await plan.all(db))

const isTooLate = (column: string) => `${column} > now() + interval '7 hours'`

/** A process that has been killed is found by its last heartbeat, which must not be of the future. */
const plan = prepared(
  'plan retries again',
  `with processes as (
    update job_processes set seen_at = now() where seen_at > now() + interval '1 minute'
  ),
  holds as (
    update orders set held_until = now() where status = 'pending_payment' and held_until > now() and placed_at > now() + interval '1 hour'
  ),
  records as (
    update job_records set retry_at = now() where ${isTooLate('retry_at')}
  ),
  messages as (
    update outbox set next_attempt_at = now() where sent_at is null and given_up_at is null and ${isTooLate('next_attempt_at')}
  ),
  payments as (
    update payments set ask_again_at = now() where ${isTooLate('ask_again_at')}
  ),
  staff as (
    delete from staff_sessions where last_seen_at > now() + interval '1 hour'
  ),
  refunds as (
    update payment_refunds set next_attempt_at = now() where status = 'due' and ${isTooLate('next_attempt_at')}
  ),
  pictures as (
    update product_images set next_attempt_at = now() where image_id is null and ${isTooLate('next_attempt_at')}
  ),
  purges as (
    update cdn_purges set retry_at = now() where ${isTooLate('retry_at')}
  )
  select count(*) from graphile_worker.reschedule_jobs(array(
    select id from graphile_worker.jobs where ${isTooLate('run_at')} and locked_at is null and attempts < max_attempts
  ), run_at => now())`,
)
