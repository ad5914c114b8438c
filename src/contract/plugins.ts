import { z } from 'zod'
import { defineEndpoints } from './define-endpoints.ts'
import type { Routes } from './routes.ts'
import { SlotContents, SlotName, SlotRequest } from './slots.ts'

/** Two slots for each card of the longest listing page, with room to spare. */
const MAX_SLOTS = 500

/** An active plugin with the public part of its configuration. Spec §3 "Plugins". */
export const ActivePlugin = z.object({
  module_name: z.string(),
  config: z.record(z.string(), z.unknown()).nullable(),
  /** Id of the consent without which its browser code is not fetched. */
  consent: z.string().nullable(),
  /** Has an optional consent entry, also while the store asks for no consent: its code does not run on private pages. */
  is_tracker: z.boolean(),
  /** The slots that it fills. */
  slots: z.array(SlotName),
})
export type ActivePlugin = z.output<typeof ActivePlugin>

/** What browsers need to start it. */
export type StartedPlugin = Omit<ActivePlugin, 'slots'>

export const pluginsEndpoints = defineEndpoints<Routes['plugins']>()({
  all: {
    summary: 'The active plugins with their public configuration',
    isShared: true,
    input: z.object({}),
    data: z.array(ActivePlugin),
  },
  config: {
    summary: 'The public configuration of one active plugin',
    input: z.object({ name: z.string().min(1).max(60) }),
    data: ActivePlugin,
  },
  slots: {
    summary: 'What the active plugins show in the given slots',
    isShared: true,
    input: z.object({ slots: z.array(SlotRequest).max(MAX_SLOTS) }),
    data: SlotContents,
  },
})
