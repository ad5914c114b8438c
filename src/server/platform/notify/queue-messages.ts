import { prepared } from '../db/prepared.ts'
import type { Tx } from '../kernel/context.ts'
import { json } from '../kernel/schema.ts'

/** A row of the outbox, written in the transaction of its event. Security §16. */
export type Message = {
  channel: 'mail' | 'sms'
  kind: string
  order_id: number
  recipient: string
  subject: string
  text: string
  html: string | null
}

/**
 * Queues messages in the transaction of their event; an order gets at most one of each kind and channel.
 * Security §16.
 */
export async function queueMessages(tx: Tx, messages: readonly Message[]) {
  if (messages.length > 0) await queue.all(tx, json(messages))
}

const queue = prepared(
  'queue messages of order',
  `insert into outbox (channel, kind, order_id, recipient, subject, text, html)
  select channel, kind, order_id, recipient, coalesce(subject, ''), text, html
  from json_populate_recordset(null::outbox, $1::json)
  on conflict (order_id, kind, channel) do nothing`,
)
