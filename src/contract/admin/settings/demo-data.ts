import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import type { settingsRoutes } from './routes.ts'

const Counts = z.object({
  products: z.int(),
  orders: z.int(),
  customers: z.int(),
  posts: z.int(),
  pictures: z.int(),
})

const DemoRemoval = z.object({
  id: z.int(),
  state: z.enum(['running', 'done', 'failed']),
  /** What is being removed now. */
  step: z.string(),
  records_total: z.int(),
  records_left: z.int(),
  /** Removed rows by table. */
  removed: z.record(z.string(), z.int()),
  /** What stayed although it came with the demo shop, and why. */
  kept: z.array(z.object({ name: z.string(), reason: z.string() })),
  error: z.string().nullable(),
  created_at: z.string(),
})
export type DemoRemoval = z.infer<typeof DemoRemoval>

const DemoData = z.object({
  /** The shop was created as the demo shop, and its demo data has not been removed. */
  is_demo: z.boolean(),
  demo: Counts,
  /** The shop's own records, which stay; counted up to 1,000. */
  own: Counts,
  /** Demo products that staff have changed, which are removed too. */
  changed_products: z.array(z.string()),
  /** Demo pages that staff have edited, which stay. */
  edited_pages: z.array(z.string()),
  removal: DemoRemoval.nullable(),
})
export type DemoData = z.infer<typeof DemoData>

export const adminDemoDataEndpoints = defineEndpoints<(typeof settingsRoutes)['adminDemoData']>()({
  get: {
    summary: 'What came with the demo shop, what is the shop’s own, and the latest removal',
    input: z.object({}),
    data: DemoData,
    access: 'staff',
    permission: 'settings.write',
    whileLocked: true,
  },
  remove: {
    summary: 'Removes the demo data in a background job, or continues an interrupted removal',
    input: z.object({ confirmation: z.string().max(40) }),
    data: DemoData,
    refusals: ['NO_DEMO_DATA'],
    credentialRefusals: ['PROOF_REQUIRED'],
    access: 'staff',
    // Owners alone have it.
    permission: 'staff.manage',
    whileLocked: true,
  },
})
