import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, IdText, pageOf, Text, Time } from '#contract/shapes.ts'
import { listQuery } from '../resource.ts'
import { PageContent } from './page-content.ts'
import type { contentRoutes } from './routes.ts'

const Change = z.object({ author: z.string(), at: Time })
const Version = z.object({ number: z.int(), author: z.string(), at: Time })

/** The page as an editor opens it: the content of its draft, or the published content. */
export const EditablePage = z.object({
  id: Id,
  /** Empty for the home page. */
  slug: z.string(),
  page_type: z.string(),
  /** Raised by each write; a write names the revision that it is based on. */
  revision: z.int(),
  draft: z
    .object({
      author: z.string(),
      saved_at: Time,
      publish_at: Time.nullable(),
      /** Why the scheduled publication failed. */
      publish_problem: z.string().nullable(),
    })
    .nullable(),
  published_version: Version.nullable(),
  last_change: Change.nullable(),
  content: PageContent,
})
export type EditablePage = z.infer<typeof EditablePage>

export const PageRow = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  page_type: z.string(),
  state: z.enum(['published', 'hidden', 'upcoming', 'ended']),
  has_draft: z.boolean(),
  publish_at: Time.nullable(),
  starts_at: Time.nullable(),
  ends_at: Time.nullable(),
  last_change: Change.nullable(),
})
export type PageRow = z.infer<typeof PageRow>

/** A section that can be added, with the JSON schema of its settings: `title` is a field's label, `description` its help. */
export const SectionType = z.object({
  component: z.string(),
  label: z.string(),
  help: z.string(),
  /** A picture as a data address; null without one. */
  preview: z.string().nullable(),
  /** What a new section begins with. */
  defaults: z.record(z.string(), z.unknown()),
  fields: z.record(z.string(), z.unknown()),
  /** The plugin that adds it; null for one of the shop. */
  plugin: z.string().nullable(),
})
export type SectionType = z.infer<typeof SectionType>

const reads = { access: 'staff', permission: 'content.read', whileLocked: true } as const
const writes = { access: 'staff', permission: 'content.write', whileLocked: true } as const
const publishes = { access: 'staff', permission: 'content.publish', whileLocked: true } as const

/** The page, and the revision that the write is based on. */
const Ref = { id: IdText, revision: z.int().positive() }
const Slug = z
  .string()
  .trim()
  .max(100)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters, digits and hyphens')

export const adminPagesEndpoints = defineEndpoints<(typeof contentRoutes)['adminPages']>()({
  list: {
    summary: 'Pages with their state; the home page is the first',
    input: z.object(listQuery(['name', 'slug', 'changed_at'])),
    data: pageOf(PageRow),
    ...reads,
  },
  sectionTypes: {
    summary: 'Every section that a page can have, of the shop and of active plugins, and the layout options',
    input: z.object({}),
    data: z.object({ types: z.array(SectionType), layout: z.record(z.string(), z.unknown()) }),
    ...reads,
  },
  get: {
    summary: 'The draft of a page, or what is published, with the revision to save it under',
    input: z.object({ id: IdText }),
    data: EditablePage,
    ...reads,
  },
  create: {
    summary: 'Adds a page, empty or as a copy; visitors see it once it is published',
    input: z.object({ name: Text(200).min(1, 'Please enter a name'), slug: Slug, copy_of: Id.optional() }),
    data: EditablePage,
    ...writes,
  },
  saveDraft: {
    summary: 'Saves the draft, which visitors do not see',
    input: z.object({ ...Ref, content: z.record(z.string(), z.unknown()) }),
    data: EditablePage.omit({ content: true }),
    refusals: ['STALE_RECORD', 'DRAFT_SCHEDULED'],
    ...writes,
  },
  discardDraft: {
    summary: 'Deletes the draft; the published page stays as it is',
    input: z.object(Ref),
    data: EditablePage,
    refusals: ['STALE_RECORD'],
    ...writes,
  },
  publish: {
    summary: 'Publishes the draft at once, or at a time',
    input: z.object({ ...Ref, at: z.iso.datetime({ offset: true }).optional() }),
    data: EditablePage,
    refusals: ['STALE_RECORD'],
    ...publishes,
  },
  unschedule: {
    summary: 'Cancels the publication at a time; the draft stays',
    input: z.object(Ref),
    data: EditablePage,
    refusals: ['STALE_RECORD'],
    ...publishes,
  },
  versions: {
    summary: 'The publications of a page, newest first',
    input: z.object({ id: IdText }),
    data: z.object({ versions: z.array(Version) }),
    ...reads,
  },
  version: {
    summary: 'One publication of a page with its content',
    input: z.object({ id: IdText, number: IdText }),
    data: Version.omit({ author: true, at: true }).extend({ content: PageContent }),
    ...reads,
  },
  restore: {
    summary: 'Copies a publication into the draft',
    input: z.object({ ...Ref, number: Id }),
    data: EditablePage,
    refusals: ['STALE_RECORD', 'DRAFT_SCHEDULED'],
    ...writes,
  },
  remove: {
    summary: 'Deletes a page with its history',
    input: z.object(Ref),
    data: z.object({}),
    refusals: ['STALE_RECORD', 'PAGE_REQUIRED', 'PAGE_IN_USE'],
    ...publishes,
  },
  previewToken: {
    summary: 'A token that shows the draft in the frame of the page editor for 15 minutes',
    input: z.object({ id: IdText }),
    data: z.object({ token: z.string(), path: z.string(), expires_at: Time }),
    ...reads,
  },
  presence: {
    summary: 'Reports that the page is open in the editor, or was closed, and lists the other editors',
    input: z.object({ id: IdText, is_closing: z.boolean().default(false) }),
    data: z.object({
      others: z.array(z.object({ name: z.string(), seconds_ago: z.int() })),
      revision: z.int(),
      last_change: Change.nullable(),
    }),
    ...writes,
  },
})
