import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../http/context.ts'
import { isWelcome } from './refuse-marketing.ts'
import { DeliveryError, type Outgoing, type Transport } from './transport.ts'

const AT_ONCE = 10
const MOST_ATTEMPTS = 12

export type Transports = { mail?: Transport | undefined; sms?: Transport | undefined }

type Services = { db: Db; log: Pick<Logger, 'warn' | 'error'>; transports: Transports }

/**
 * Sends what is due, of the channels that have somebody to carry it. Each message is claimed before it is sent, so that of several
 * processes one sends it; when it fails it is tried again, ever more seldom, for about two days; what can never be sent is given up
 * and logged, without a word of it. One that fails does not hold up the others. Security §16, §20.
 *
 * @returns how many were sent.
 */
export async function sendOutbox(services: Services): Promise<number> {
  const { db, transports } = services
  const channels = (['mail', 'sms'] as const).filter((channel) => transports[channel])
  if (channels.length === 0) return 0
  await dropStale.all(db, channels)
  await dropUnwelcome.all(db, channels)
  let sent = 0
  for (;;) {
    const claimed = await claim.all(db, channels, AT_ONCE)
    const outcomes = await Promise.all(claimed.map((message) => deliver(services, message)))
    sent += outcomes.filter(Boolean).length
    if (claimed.length < AT_ONCE) return sent
  }
}

type Claimed = Outgoing & { channel: 'mail' | 'sms'; attempts: number; mobile_code: string }

async function deliver({ db, log, transports }: Services, claimed: Claimed): Promise<boolean> {
  const { id, kind, channel, attempts, mobile_code } = claimed
  const send = transports[channel]
  if (!send) return false
  // Orders keep the national digits of a phone.
  const isNational = channel === 'sms' && !claimed.recipient.startsWith('+')
  const recipient = isNational ? `${mobile_code}${claimed.recipient}` : claimed.recipient
  try {
    await send({ ...claimed, recipient })
  } catch (error) {
    const isOver = attempts >= MOST_ATTEMPTS || (error instanceof DeliveryError && error.isFinal)
    const reason = error instanceof DeliveryError ? error.message : nameOf(error)
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

/** Milliseconds: in all as long as a database that was killed takes to be back, and not as long as the message is ours. */
const patience = [200, 500, 1_000, 3_000, 10_000]

/** It has gone. Should the database be away at this moment, noting that is worth waiting for: else it goes out again. */
async function noteSent(db: Db, id: number) {
  for (const pause of patience) {
    try {
      return void (await markSent.all(db, id))
    } catch {
      await sleep(pause)
    }
  }
  await markSent.all(db, id)
}

/** What an error is called. Its own words may hold the message. */
const nameOf = (error: unknown) => {
  const { name = 'Error', code = '' } = error as { name?: string; code?: string }
  return `${name} ${code}`.trim()
}

/** Whoever claims one has it for two minutes; then it is anybody's again. After that: 1, 2, 4 … minutes, at most six hours. */
const claim = prepared<Claimed>(
  'claim messages',
  `update outbox o set attempts = o.attempts + 1,
    next_attempt_at = now() + greatest(interval '2 minutes', least(interval '6 hours', interval '1 minute' * power(2, least(o.attempts, 10))))
  where o.id in (
    select o.id from outbox o
    where sent_at is null and given_up_at is null and next_attempt_at <= now() and channel = any($1::text[])
      and ${isWelcome}
    order by next_attempt_at limit $2::integer for update skip locked
  )
  returning o.id, o.kind, o.channel, o.recipient, o.subject, o.text, o.html, o.attempts,
    coalesce((select c.mobile_code from channels h join countries c on c.id = h.country_id where h.is_default limit 1), '') as mobile_code`,
)

/** A code is not kept longer than it has to be. */
const markSent = prepared(
  'mark message sent',
  `update outbox set sent_at = now(), last_error = null, text = case when kind = 'otp' then '' else text end,
    html = case when kind = 'otp' then null else html end
  where id = $1::bigint`,
)

const noteFailure = prepared(
  'note failed message',
  `update outbox set last_error = $2::text, given_up_at = case when $3::boolean then now() end where id = $1::bigint`,
)

/** What advertises is held to what its recipient says now, not when it was queued. */
const dropUnwelcome = prepared(
  'give up unwelcome messages',
  `update outbox o set given_up_at = now(), last_error = 'refused'
  where sent_at is null and given_up_at is null and channel = any($1::text[]) and not ${isWelcome}`,
)

/** News that nobody can use any more: codes after ten minutes, anything after three days. So a shop that gets its mail set up late does not tell old stories. */
const dropStale = prepared(
  'give up stale messages',
  `update outbox set given_up_at = now(), last_error = coalesce(last_error, 'too old')
  where sent_at is null and given_up_at is null and channel = any($1::text[])
    and created_at < now() - case when kind = 'otp' then interval '10 minutes' else interval '3 days' end`,
)
