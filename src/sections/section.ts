import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { Api } from '#contract/client.ts'
import type { SectionLayout } from './section-layout.ts'

/** A section as the page shows it: its settings with their defaults, the data of its loader, and a layout that is not the default. */
export type SectionShown = {
  key: string
  component: string
  settings: unknown
  data: unknown
  layout?: SectionLayout
  /** The plugin that adds it. */
  plugin?: string
  /** Only in a preview: what the edit controls show. A section that is not published yet has the id 0. */
  edit?: { id: number; label: string }
}

export type SectionRequest = { api: Api; path: string; query: string }

/** Loads a section's data. Sections of a page load in parallel; a failing one is left out and the page stays up. */
export type SectionLoader<Settings extends z.ZodType, Data = unknown> = (
  settings: z.output<Settings>,
  request: SectionRequest,
) => Promise<Data> | Data

/** Props of a section's view. */
export type SectionProps<Settings extends z.ZodType, Load = never> = {
  settings: z.output<Settings>
  data: [Load] extends [never]
    ? null
    : Load extends (...args: never[]) => infer Result
      ? Awaited<Result>
      : null
  /** The first section of a page: its picture loads first. */
  isFirst: boolean
}

export type SectionView = ComponentType<{ settings: never; data: never; isFirst: boolean }>
