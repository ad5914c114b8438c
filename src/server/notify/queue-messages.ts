import { prepared } from '../db/prepared.ts'
import { json } from '../db/schema.ts'
import type { Tx } from '../http/context.ts'
import type { Message } from './order-placed.ts'

/** Puts messages into the outbox, in the transaction of what they tell of; of one kind an order gets one. Security §16. */
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
