import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { copyMessage, type SentMessage } from '#server/platform/notify/editing/failed-messages.ts'
import { shownOnly } from '#server/platform/notify/open-transports.ts'
import { readFacts } from './order-version.ts'
import { messageWaiting, recordNotFound } from './refusals.ts'

/**
 * Sends a mail or SMS of an order once more, with the text and to the address of then.
 * @throws 404; 409 MESSAGE_WAITING for one that is not sent yet. In the demo, one is sent when the outbox shows it
 */
export const resendOrderMessage = (
  { db, config }: Pick<Services, 'db' | 'config'>,
  actor: Actor,
  { id, message_id }: { id: number; message_id: number },
): Promise<SentMessage> =>
  inTransaction(db, async (tx) => {
    const { order_no } = await readFacts(tx, id)
    const message = await copyMessage(tx, id, message_id, shownOnly(config))
    if (!message) throw recordNotFound('Message')
    if (message.is_waiting) throw messageWaiting()
    await writeAudit(tx, actor, {
      action: 'order.resend_message',
      record: { type: 'order', id: order_no },
      after: { message: message.kind, recipient: message.recipient },
    })
    return message
  })
