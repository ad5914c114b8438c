import type { z } from 'zod'
import type { Api } from '#contract/client.ts'

/** A section as the page shows it: its settings with their defaults, and what its loader brought. */
export type SectionShown = { key: string; component: string; settings: unknown; data: unknown }

export type SectionRequest = { api: Api; path: string; query: string }

/** Brings what a section shows. Sections of a page load in parallel; one that fails yields nothing and the page stays up. */
export type SectionLoader<Settings extends z.ZodType, Data = unknown> = (
  settings: z.output<Settings>,
  request: SectionRequest,
) => Promise<Data> | Data

/** What a section's view is given. */
export type SectionProps<Settings extends z.ZodType, Load = never> = {
  settings: z.output<Settings>
  data: [Load] extends [never]
    ? null
    : Load extends (...args: never[]) => infer Result
      ? Awaited<Result>
      : null
  /** The first section of a page: its picture is the first thing to be seen. */
  isFirst: boolean
}
