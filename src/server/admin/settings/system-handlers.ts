import type { adminSystemEndpoints } from '#contract/admin/settings/settings.ts'
import { readSystem } from '#server/operations/system/read-system.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { readFailedMessages, requeueMessage } from '#server/platform/notify/editing/failed-messages.ts'
import { recordNotFound } from '../refusals.ts'

export const adminSystemHandlers: Handlers<typeof adminSystemEndpoints> = {
  get: (_input, call) => readSystem(call),

  async failedMessages(_input, { db }) {
    const messages = await readFailedMessages(db)
    return {
      messages: messages.map(({ created_at, ...message }) => ({
        ...message,
        created_at: created_at.toISOString(),
      })),
    }
  },

  async resend({ id }, { db, visitor }) {
    const { recipient } = await inTransaction(db, async (tx) => {
      const queued = await requeueMessage(tx, id)
      if (!queued) throw recordNotFound('Message')
      await writeAudit(tx, actorOf(visitor), {
        action: 'message.resend',
        record: { type: 'message', id: String(id) },
        after: queued,
      })
      return queued
    })
    return say(`Queued for ${recipient}`, { id })
  },
}
