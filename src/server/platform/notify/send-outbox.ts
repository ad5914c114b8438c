import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../kernel/context.ts'
import { nameOfError } from '../kernel/errors.ts'
import { mobileCodeOfOrder } from './mobile-code-sql.ts'
import { isSubscribed } from './refuse-marketing.ts'
import { DeliveryError, type Outgoing, type Transport } from './transport.ts'

const BATCH_SIZE = 10
const MAX_ATTEMPTS = 12

export type Transports = { mail?: Transport | undefined; sms?: Transport | undefined }

type Services = { db: Db; log: Pick<Logger, 'warn' | 'error'>; transports: Transports }

/**
 * Sends due messages of the channels with a transport. Each is claimed first, so that one process sends it;
 * failures are retried with increasing delays for about two days, then given up and logged without content.
 * One failing message does not delay others. Security §16, §20.
 *
 * @returns the number of sent messages.
 */
export async function sendOutbox(services: Services & { signal?: AbortSignal }): Promise<number> {
  const { db, transports, signal } = services
  const channels = (['mail', 'sms'] as const).filter((channel) => transports[channel])
  if (channels.length === 0) return 0
  await dropStale.all(db, channels)
  await dropUnsubscribed.all(db, channels)
  let sent = 0
  for (;;) {
    const claimed = await claim.all(db, channels, BATCH_SIZE)
    const outcomes = await Promise.all(claimed.map((message) => deliver(services, message)))
    sent += outcomes.filter(Boolean).length
    if (claimed.length < BATCH_SIZE || signal?.aborted) return sent
  }
}

type Claimed = Outgoing & { channel: 'mail' | 'sms'; attempts: number; mobile_code: string }

async function deliver({ db, log, transports }: Services, claimed: Claimed): Promise<boolean> {
  const { id, kind, channel, attempts, mobile_code } = claimed
  const send = transports[channel]
  if (!send) return false
  const isNational = channel === 'sms' && !claimed.recipient.startsWith('+')
  const recipient = isNational ? `${mobile_code}${claimed.recipient}` : claimed.recipient
  try {
    await send({ ...claimed, recipient })
  } catch (error) {
    const isOver = attempts >= MAX_ATTEMPTS || (error instanceof DeliveryError && error.isFinal)
    const reason = error instanceof DeliveryError ? error.message : nameOfError(error)
    await noteFailure.all(db, id, reason, isOver)
    log[isOver ? 'error' : 'warn'](
      { id, kind, channel, attempts, reason },
      isOver ? 'message given up' : 'message not sent yet',
    )
    return false
  }
  await noteSent(db, id)
  return true
}

/** In total longer than a database restart takes, and shorter than the claim on the message. */
const retryDelaysMs = [200, 500, 1_000, 3_000, 10_000]

/** Marks the message as sent. It retries while the database is down, because an unmarked message is sent again. */
async function noteSent(db: Db, id: number) {
  for (const pause of retryDelaysMs) {
    try {
      return void (await markSent.all(db, id))
    } catch {
      await sleep(pause)
    }
  }
  await markSent.all(db, id)
}

/**
 * A claim lasts two minutes, then another process may take the message. Retries follow after 1, 2, 4 …
 * minutes, at most six hours.
 */
const claim = prepared<Claimed>(
  'claim messages',
  `update outbox o set attempts = o.attempts + 1,
    next_attempt_at = now() + greatest(interval '2 minutes', least(interval '6 hours', interval '1 minute' * power(2, least(o.attempts, 10))))
  where o.id in (
    select o.id from outbox o
    where sent_at is null and given_up_at is null and next_attempt_at <= now() and channel = any($1::text[])
      and ${isSubscribed}
    order by next_attempt_at limit $2::integer for update skip locked
  )
  returning o.id, o.kind, o.channel, o.recipient, o.subject, o.text, o.html, o.attempts,
    ${mobileCodeOfOrder('o.order_id')} as mobile_code`,
)

/** Deletes the text of a code once it is sent. */
const markSent = prepared(
  'mark message sent',
  `update outbox set sent_at = now(), last_error = null, text = case when kind in ('otp', 'staff_invitation') then '' else text end,
    html = case when kind in ('otp', 'staff_invitation') then null else html end
  where id = $1::bigint`,
)

const noteFailure = prepared(
  'note failed message',
  `update outbox set last_error = $2::text, given_up_at = case when $3::boolean then now() end where id = $1::bigint`,
)

/** Marketing consent is checked at delivery, not when the message was queued. */
const dropUnsubscribed = prepared(
  'give up unsubscribed messages',
  `update outbox o set given_up_at = now(), last_error = 'refused'
  where sent_at is null and given_up_at is null and channel = any($1::text[]) and not ${isSubscribed}`,
)

/**
 * Gives up messages that are too old: codes after ten minutes, others after three days. A shop that configures
 * mail late does not send its backlog.
 */
const dropStale = prepared(
  'give up stale messages',
  `update outbox set given_up_at = now(), last_error = coalesce(last_error, 'too old')
  where sent_at is null and given_up_at is null and channel = any($1::text[])
    and created_at < now() - case when kind = 'otp' then interval '10 minutes' else interval '3 days' end`,
)
