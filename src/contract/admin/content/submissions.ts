import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, IdText, pageOf, Text, Time } from '#contract/shapes.ts'
import { listQuery } from '../list-query.ts'
import type { contentRoutes } from './routes.ts'

export const Submission = z.object({
  id: Id,
  form_name: z.string(),
  form_slug: z.string(),
  email: z.string().nullable(),
  values: z.array(z.object({ label: z.string(), value: z.string() })),
  created_at: Time,
  answered_at: Time.nullable(),
  answered_by: z.string().nullable(),
})
export type Submission = z.infer<typeof Submission>

const staff = { access: 'staff', whileLocked: true } as const
const reads = { ...staff, permission: 'content.read' } as const
const writes = { ...staff, permission: 'content.write' } as const

export const submissionEndpoints = defineEndpoints<(typeof contentRoutes)['adminSubmissions']>()({
  list: {
    summary: 'A page of the messages that visitors sent through forms',
    input: z.object({
      ...listQuery(['id']),
      form: Text(200).optional(),
      state: z.enum(['open', 'answered']).optional(),
    }),
    data: pageOf(Submission),
    ...reads,
  },
  export: {
    summary: 'The messages of a search as CSV, newest first, at most 10,000',
    input: z.object({
      q: z.string().trim().max(100).optional(),
      form: Text(200).optional(),
      state: z.enum(['open', 'answered']).optional(),
    }),
    data: z.null(),
    file: true,
    ...writes,
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
})
