import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { IdText } from '#contract/shapes.ts'
import { settingGroupNames } from './groups.ts'
import type { settingsRoutes } from './routes.ts'

const Values = z.record(z.string(), z.unknown())
const Version = z.string().min(1).max(64)
const group = z.enum(settingGroupNames)
const reads = { access: 'staff', permission: 'settings.read', whileLocked: true } as const
const writes = { access: 'staff', permission: 'settings.write', whileLocked: true } as const

const GroupRecord = z.object({
  group,
  version: z.string(),
  values: Values,
  /** JSON Schema of the values, with title and help of each. */
  schema: Values,
  /** What the merchant should know of the present values, such as text that is hard to read. */
  warnings: z.array(z.string()),
})
export type SettingsRecord = z.infer<typeof GroupRecord>

export const adminSettingsEndpoints = defineEndpoints<(typeof settingsRoutes)['adminSettings']>()({
  get: {
    summary:
      'The settings of one group with the schema of their form; those of the appearance with the changes of its draft',
    input: z.object({ id: group }),
    data: GroupRecord,
    ...reads,
  },
  update: {
    summary:
      'Changes settings of one group, those of the appearance in its draft; secrets that are sent back as read stay',
    input: z.object({ id: group, version: Version, values: Values }),
    data: GroupRecord,
    refusals: ['STALE_RECORD'],
    credentialRefusals: ['PROOF_REQUIRED'],
    ...writes,
  },
  upload: {
    summary: 'Stores a picture, a favicon set or a WOFF2 font, and answers with the value for its setting',
    input: z.object({
      use: z.enum(['picture', 'logo', 'favicon', 'font']),
      alt: z.string().max(200).default(''),
      file: z.unknown().optional(),
    }),
    data: z.object({ value: Values }),
    takesForm: true,
    takesFiles: ['file'],
    ...writes,
  },
  makeIcons: {
    summary:
      'Makes a favicon set from a picture of the media library, and answers with the value for its setting',
    input: z.object({ path: z.string().min(1).max(300) }),
    data: z.object({ value: Values }),
    ...writes,
  },
})

export const PluginRow = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  is_active: z.boolean(),
  /** The consent without which its code does not run; null when it needs none. */
  consent: z.string().nullable(),
  /** What it adds to the content security policy, such as `script-src https://…`. */
  sources: z.array(z.string()),
})
export type PluginRow = z.infer<typeof PluginRow>

const PluginRecord = PluginRow.extend({ version: z.string(), values: Values, schema: Values })
export type PluginRecord = z.infer<typeof PluginRecord>
const name = z.string().regex(/^[A-Za-z]\w{0,59}$/, 'Use the name of a plugin')

export const adminPluginsEndpoints = defineEndpoints<(typeof settingsRoutes)['adminPlugins']>()({
  list: {
    summary: 'The installed plugins, and which are active',
    input: z.object({}),
    data: z.object({ plugins: z.array(PluginRow) }),
    ...reads,
  },
  get: {
    summary: 'One plugin with its configuration; secrets are masked',
    input: z.object({ id: name }),
    data: PluginRecord,
    ...reads,
  },
  update: {
    summary: 'Switches a plugin on or off, or changes its configuration',
    input: z.object({
      id: name,
      version: Version,
      is_active: z.boolean().optional(),
      values: Values.optional(),
    }),
    data: PluginRecord,
    refusals: ['STALE_RECORD'],
    credentialRefusals: ['PROOF_REQUIRED'],
    access: 'staff',
    permission: 'plugins.write',
    whileLocked: true,
  },
})

export const adminSystemEndpoints = defineEndpoints<(typeof settingsRoutes)['adminSystem']>()({
  get: {
    summary: 'Release, configuration with masked secrets, jobs and outbox',
    input: z.object({}),
    data: z.object({
      release: z.string(),
      node: z.string(),
      database: z.string(),
      started_at: z.string(),
      jobs: z.record(z.string(), z.number()).nullable(),
      troubles: z.array(
        z.object({
          job: z.string(),
          state: z.string(),
          count: z.int(),
          last_error: z.string(),
          last_at: z.string(),
        }),
      ),
      outbox: z.array(z.object({ channel: z.string(), status: z.string(), count: z.int() })),
      /** The shared cache that CDN names; `behind_seconds`: since the oldest change that it was not purged of. */
      shared_cache: z
        .object({
          name: z.string(),
          has_keys: z.boolean(),
          behind_seconds: z.number(),
          problem: z.string().nullable(),
          purged_at: z.string().nullable(),
        })
        .nullable(),
      configuration: z.array(z.object({ name: z.string(), value: z.string(), about: z.string() })),
    }),
    // It names hosts and accounts, so looking at the shop is not enough.
    ...writes,
  },
  failedMessages: {
    summary: 'The newest mails and SMS that could not be sent, without codes and reset links',
    input: z.object({}),
    data: z.object({
      messages: z.array(
        z.object({
          id: z.int(),
          channel: z.string(),
          kind: z.string(),
          recipient: z.string(),
          subject: z.string(),
          attempts: z.int(),
          last_error: z.string(),
          is_given_up: z.boolean(),
          created_at: z.string(),
        }),
      ),
    }),
    // It names customers.
    ...writes,
  },
  resend: {
    summary: 'Queues a message that could not be sent again',
    input: z.object({ id: IdText }),
    data: z.object({ id: z.int() }),
    ...writes,
  },
})
