import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, IdText, pageOf, Text, Time } from '#contract/shapes.ts'
import { listQuery } from '../resource.ts'
import type { contentRoutes } from './routes.ts'

const Assignee = z.object({ id: Id, name: z.string() })

export const Submission = z.object({
  id: Id,
  form_name: z.string(),
  form_slug: z.string(),
  email: z.string().nullable(),
  values: z.array(z.object({ label: z.string(), value: z.string() })),
  created_at: Time,
  answered_at: Time.nullable(),
  answered_by: z.string().nullable(),
  /** The member of staff who answers it, by name or e-mail address. */
  assigned_to: Assignee.nullable(),
})
export type Submission = z.infer<typeof Submission>

const filters = {
  form: Text(200).optional(),
  state: z.enum(['open', 'answered']).optional(),
  /** To the member of staff who asks, or to none. */
  assigned: z.enum(['me', 'none']).optional(),
}

const staff = { access: 'staff', whileLocked: true } as const
const reads = { ...staff, permission: 'content.read' } as const
const writes = { ...staff, permission: 'content.write' } as const

export const submissionEndpoints = defineEndpoints<(typeof contentRoutes)['adminSubmissions']>()({
  list: {
    summary: 'A page of the messages that visitors sent through forms',
    input: z.object({
      ...listQuery(['id']),
      ...filters,
    }),
    data: pageOf(Submission),
    ...reads,
  },
  export: {
    summary: 'The messages of a search as CSV, newest first, at most 10,000',
    credentialRefusals: ['PROOF_REQUIRED'],
    input: z.object({
      q: z.string().trim().max(100).optional(),
      ...filters,
    }),
    data: z.null(),
    file: 'text/csv',
    ...writes,
  },
  assignees: {
    summary: 'Active staff who may answer messages, by name',
    input: z.object({}),
    data: z.array(Assignee),
    ...reads,
  },
  get: { summary: 'One message', input: z.object({ id: IdText }), data: Submission, ...reads },
  answer: {
    summary: 'Mails an answer to the sender and marks the message as answered',
    input: z.object({ id: IdText, text: Text(5_000).min(1, 'Please enter an answer') }),
    data: Submission,
    refusals: ['NO_MAIL_ADDRESS'],
    ...writes,
  },
  mark: {
    summary: 'Marks a message as answered, or as open again',
    input: z.object({ id: IdText, is_answered: z.boolean() }),
    data: Submission,
    ...writes,
  },
  assign: {
    summary: 'Assigns a message to a member of staff who may answer messages, or to none',
    input: z.object({
      id: IdText,
      staff_id: Id.nullable(),
      /** The present one as the caller knows it: refused with STALE_RECORD when it is another one. */
      from_id: Id.nullable(),
    }),
    data: Submission,
    refusals: ['STALE_RECORD'],
    ...writes,
  },
})
