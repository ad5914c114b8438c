import type { submissionEndpoints } from '#contract/admin/content/submissions.ts'
import { exportSubmissions } from '#server/content/forms/editing/export-submissions.ts'
import {
  answerSubmission,
  assignSubmission,
  listSubmissions,
  markSubmission,
  readAssignees,
  readSubmission,
} from '#server/content/forms/editing/manage-submissions.ts'
import { requireProofForExport } from '#server/people/staff/start-staff-session.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Visitor } from '#server/platform/kernel/context.ts'
import { type Handlers, say, sendCsv, today } from '#server/platform/kernel/handlers.ts'
import { rememberedMailLook } from '#server/platform/notify/mail-look.ts'
import { staffOf } from '#server/platform/sessions/staff-session.ts'

const assigneeOf = (assigned: 'me' | 'none' | undefined, call: { visitor: Visitor }) =>
  assigned === 'me' ? staffOf(call).id : assigned && null

/** Messages of visitors. The audit log names the message and repeats nothing of it. */
export const submissionHandlers: Handlers<typeof submissionEndpoints> = {
  list: ({ assigned, ...query }, call) =>
    listSubmissions(call.db, { ...query, assignedTo: assigneeOf(assigned, call) }),
  assignees: (_input, { db }) => readAssignees(db),
  get: ({ id }, { db }) => readSubmission(db, id),
  async export({ assigned, ...query }, call) {
    requireProofForExport(call)
    const { db, visitor } = call
    const rows = await exportSubmissions(db, actorOf(visitor), {
      ...query,
      assignedTo: assigneeOf(assigned, call),
    })
    return sendCsv(`messages-${today()}`, rows)
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
  async assign(assignment, call) {
    const { id, from_id, staff_id } = assignment
    const submission = await call.db.transaction().execute(async (tx) => {
      const assigned = await assignSubmission(tx, assignment)
      await writeAudit(tx, actorOf(call.visitor), {
        action: 'submission.assign',
        record: { type: 'submission', id: String(id) },
        before: { assigned_to: from_id },
        after: { assigned_to: staff_id },
      })
      return assigned
    })
    return say(
      submission.assigned_to ? `Assigned to ${submission.assigned_to.name}` : 'No longer assigned',
      submission,
    )
  },
}
