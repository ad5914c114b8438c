import type { submissionEndpoints } from '#contract/admin/content/submissions.ts'
import { exportSubmissions } from '#server/forms/export-submissions.ts'
import {
  answerSubmission,
  listSubmissions,
  markSubmission,
  readSubmission,
} from '#server/forms/manage-submissions.ts'
import { type Handlers, say, sendFile } from '#server/kernel/handlers.ts'
import { rememberedMailLook } from '#server/notify/mail-look.ts'
import { staffOf } from '#server/sessions/staff-session.ts'
import { actorOf, writeAudit } from '#server/staff/audit-log.ts'

/** Messages of visitors. The audit log names the message and repeats nothing of it. */
export const submissionHandlers: Handlers<typeof submissionEndpoints> = {
  list: (query, { db }) => listSubmissions(db, query),
  get: ({ id }, { db }) => readSubmission(db, id),
  async export(query, { db, visitor }) {
    const day = new Date().toISOString().slice(0, 10)
    const bytes = await exportSubmissions(db, actorOf(visitor), query)
    return sendFile({ type: 'text/csv', name: `messages-${day}.csv`, bytes })
  },
  async answer({ id, text }, call) {
    const { name, email } = staffOf(call)
    const look = await rememberedMailLook(call)
    const submission = await call.db.transaction().execute(async (tx) => {
      const answered = await answerSubmission(tx, look, { id, text, by: name || email })
      await writeAudit(tx, actorOf(call.visitor), {
        action: 'submission.answer',
        record: { type: 'submission', id: String(id) },
      })
      return answered
    })
    return say('Answer sent', submission)
  },
  async mark({ id, is_answered }, call) {
    const { name, email } = staffOf(call)
    const submission = await call.db.transaction().execute(async (tx) => {
      const marked = await markSubmission(tx, id, is_answered ? name || email : null)
      await writeAudit(tx, actorOf(call.visitor), {
        action: is_answered ? 'submission.close' : 'submission.reopen',
        record: { type: 'submission', id: String(id) },
      })
      return marked
    })
    return say(is_answered ? 'Marked as answered' : 'Marked as open', submission)
  },
}
