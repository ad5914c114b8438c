import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Text } from '#contract/shapes.ts'
import type { settingsRoutes } from './routes.ts'

/** The texts of a mail as a form edits them. */
export const MailValues = z.object({
  subject: Text(150).min(1, 'Please enter a subject').meta({ title: 'Subject' }),
  heading: Text(120).min(1, 'Please enter a heading').meta({ title: 'Heading' }),
  intro: Text(1_500)
    .min(1, 'Please enter a text')
    .meta({ title: 'Text', description: 'An empty line begins a paragraph.', widget: 'textarea' }),
  closing: Text(1_000).default('').meta({
    title: 'Closing',
    description: 'At the end, before the address of the shop. May be empty.',
    widget: 'textarea',
  }),
})
export type MailValues = z.output<typeof MailValues>

const MailRow = z.object({
  name: z.string(),
  group: z.string(),
  title: z.string(),
  help: z.string(),
  is_changed: z.boolean(),
})

const MailRecord = MailRow.extend({
  version: z.string(),
  values: z.record(z.string(), z.unknown()),
  /** The texts of the code, to return to. */
  defaults: z.record(z.string(), z.string()),
  schema: z.record(z.string(), z.unknown()),
  placeholders: z.array(z.object({ name: z.string(), title: z.string(), sample: z.string() })),
})
export type MailRecord = z.infer<typeof MailRecord>

const id = z.string().regex(/^[a-z_]{1,60}$/, 'Use the name of a mail')
const Values = z.record(z.string(), z.unknown())
const reads = { access: 'staff', permission: 'settings.read', whileLocked: true } as const
const writes = { access: 'staff', permission: 'settings.write', whileLocked: true } as const

export const adminMailsEndpoints = defineEndpoints<(typeof settingsRoutes)['adminMails']>()({
  list: {
    summary: 'The mails that the shop sends, and which have texts of their own',
    input: z.object({}),
    data: z.object({ mails: z.array(MailRow) }),
    ...reads,
  },
  get: {
    summary: 'The texts of one mail with its placeholders',
    input: z.object({ id }),
    data: MailRecord,
    ...reads,
  },
  update: {
    summary: 'Changes the texts of a mail; what equals the text of the code is not stored',
    input: z.object({ id, version: z.string().min(1).max(64), values: Values }),
    data: MailRecord,
    refusals: ['STALE_RECORD'],
    ...writes,
  },
  test: {
    summary: 'Sends the mail with sample data and these texts to the signed-in member of staff',
    input: z.object({ id, values: Values }),
    data: z.object({ recipient: z.string() }),
    ...writes,
  },
})
