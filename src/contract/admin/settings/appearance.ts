import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { IdText } from '#contract/shapes.ts'
import type { settingsRoutes } from './routes.ts'

const Values = z.record(z.string(), z.unknown())
const Version = z.string().min(1).max(64)
const reads = { access: 'staff', permission: 'settings.read', whileLocked: true } as const
const writes = { access: 'staff', permission: 'settings.write', whileLocked: true } as const

const AppearanceState = z.object({
  /** Changes with what the shop shows and with the draft. */
  version: z.string(),
  /** Who changed the draft last, and its changed fields; null when the shop shows everything. */
  draft: z.object({ author: z.string(), at: z.string(), before: Values, after: Values }).nullable(),
  /** What the merchant should know before publishing, such as text that is hard to read. */
  warnings: z.array(z.string()),
  /** Colours, fonts and corners with the draft, for the preview. */
  look: Values,
  /** What forms call the fields. */
  titles: z.record(z.string(), z.string()),
})
export type AppearanceState = z.infer<typeof AppearanceState>

const AppearanceVersion = z.object({
  number: z.int(),
  /** `published`; `found`: changed elsewhere, such as by the command line; `draft`: put aside unpublished. */
  kind: z.enum(['published', 'found', 'draft']),
  /** Empty when it is not known. */
  author: z.string(),
  at: z.string(),
  /** The fields in which it differs from the look before it. */
  before: Values,
  after: Values,
})
export type AppearanceVersion = z.infer<typeof AppearanceVersion>

const Theme = z.object({
  name: z.string(),
  label: z.string(),
  /** Colours by custom property, fonts and corners, as its picture is drawn. */
  colors: z.record(z.string(), z.string()),
  body: z.object({ family: z.string(), path: z.string().nullable() }),
  heading: z.object({ family: z.string(), path: z.string().nullable(), weight: z.int() }),
  radius: z.string(),
  is_current: z.boolean(),
})
export type Theme = z.infer<typeof Theme>

/** The state after a change, and the version that restores the look before it; null without one. */
const Changed = AppearanceState.extend({ previous: z.int().nullable() })
const change = { refusals: ['STALE_RECORD', 'NO_DRAFT'], ...writes } as const

export const adminAppearanceEndpoints = defineEndpoints<(typeof settingsRoutes)['adminAppearance']>()({
  get: {
    summary: 'The draft of the appearance, and what should be known before it is published',
    input: z.object({}),
    data: AppearanceState,
    ...reads,
  },
  publish: {
    summary: 'Shows the draft of the appearance to visitors',
    input: z.object({ version: Version }),
    data: Changed,
    ...change,
  },
  discard: {
    summary: 'Puts the draft of the appearance aside; it can be restored',
    input: z.object({ version: Version }),
    data: Changed,
    ...change,
  },
  versions: {
    summary: 'The last 50 versions of the appearance, the newest first, with what each changed',
    input: z.object({}),
    data: z.object({
      versions: z.array(AppearanceVersion),
      /** The version that visitors see; null when the shop was changed elsewhere since. */
      live_number: z.int().nullable(),
    }),
    ...reads,
  },
  restore: {
    summary: 'Makes a version of the appearance the draft, or publishes it',
    input: z.object({ id: IdText, version: Version, to: z.enum(['draft', 'published']) }),
    data: Changed,
    ...change,
  },
  preview: {
    summary:
      'A token that shows the whole shop with the draft of its appearance for 15 minutes, and pages to begin with',
    input: z.object({}),
    data: z.object({
      token: z.string(),
      pages: z.array(z.object({ label: z.string(), path: z.string() })),
    }),
    ...reads,
  },
  themes: {
    summary: 'The themes that come with the shop',
    input: z.object({}),
    data: z.object({ themes: z.array(Theme) }),
    ...reads,
  },
  applyTheme: {
    summary: 'Sets colours, fonts and layout of the draft to those of a theme',
    input: z.object({ name: z.string().min(1).max(60), version: Version }),
    data: Changed,
    refusals: ['STALE_RECORD'],
    ...writes,
  },
})
