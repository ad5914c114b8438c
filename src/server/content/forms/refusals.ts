import type { Submission } from '#contract/admin/content/submissions.ts'
import { invalid, notFound, rejected } from '#server/platform/kernel/errors.ts'

export const formNotFound = () => notFound('Form not found')

export const messageNotFound = () => notFound('Message not found')

export const noSenderAddress = () =>
  rejected('NO_MAIL_ADDRESS', 'The sender left no e-mail address. Mark the message as answered instead')

export const unknownAssignee = () =>
  invalid({ staff_id: ['Choose an active member of staff who may answer messages'] })

/** With the message as it is now. */
export const staleAssignment = (present: Submission) =>
  rejected(
    'STALE_RECORD',
    present.assigned_to
      ? `This message was just assigned to ${present.assigned_to.name}. Please check it and try again.`
      : 'This message is no longer assigned to this member of staff. Please check it and try again.',
    { data: present },
  )
