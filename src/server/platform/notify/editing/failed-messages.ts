import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'

/** Codes and links that open an account are not sent later: the customer asks for a new one. */
const isResendable = `sent_at is null and kind not in ('otp', 'reset_link')`

export type FailedMessage = {
  id: number
  channel: string
  kind: string
  recipient: string
  subject: string
  attempts: number
  last_error: string
  is_given_up: boolean
  created_at: Date
}

/** The newest messages that could not be sent at their last attempt, or that were given up. */
export const readFailedMessages = (db: Db): Promise<FailedMessage[]> => failed.all(db)

/** Queues a message again as if it were new. @returns its recipient; undefined when it cannot be sent again. */
export const requeueMessage = (
  tx: Tx,
  id: number,
): Promise<{ recipient: string; kind: string } | undefined> => requeue.first(tx, id)

const failed = prepared<FailedMessage>(
  'list failed messages',
  `select id, channel, kind, recipient, subject, attempts, coalesce(last_error, '') as last_error,
    given_up_at is not null as is_given_up, created_at
  from outbox where ${isResendable} and (given_up_at is not null or last_error is not null)
  order by id desc limit 50`,
)

/** With a new age, because messages of three days ago are given up as stale. Consent is checked at delivery as always. */
const requeue = prepared<{ recipient: string; kind: string }>(
  'requeue message',
  `update outbox set given_up_at = null, last_error = null, attempts = 0, next_attempt_at = now(), created_at = now()
  where id = $1::bigint and ${isResendable} and (given_up_at is not null or last_error is not null)
  returning recipient, kind`,
)

export type SentMessage = { recipient: string; kind: string; is_waiting: boolean }

/**
 * Queues a copy of a message of an order, under a kind of its own: a message is in the outbox once per kind, and a mail
 * server may drop a second mail with the same id. @returns undefined for a message of another order. A message that is
 * still waiting is not copied; those of the channels `shownOnly` wait for nothing.
 */
export const copyMessage = (
  tx: Tx,
  orderId: number,
  id: number,
  shownOnly: readonly string[],
): Promise<SentMessage | undefined> => copy.first(tx, orderId, id, shownOnly)

const copy = prepared<SentMessage>(
  'copy message of order',
  `with found as (
    select *, sent_at is null and given_up_at is null and channel <> all($3::text[]) as is_waiting from outbox
    where order_id = $1::bigint and id = $2::bigint
  ),
  queued as (
    insert into outbox (channel, kind, order_id, recipient, subject, text, html)
    select channel, kind || ':again-' || (
      select count(*) from outbox o where o.order_id = found.order_id
    ), order_id, recipient, subject, text, html
    from found where not is_waiting
  )
  select recipient, kind, is_waiting from found`,
)
