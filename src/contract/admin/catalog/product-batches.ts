import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, IdText, Text, Time } from '#contract/shapes.ts'
import { StockRules } from './product-actions.ts'
import { HsnCode, productFilters } from './products.ts'
import type { catalogRoutes } from './routes.ts'

const staff = { access: 'staff', whileLocked: true } as const
const reads = { ...staff, permission: 'catalog.read' } as const
const writes = { ...staff, permission: 'catalog.write' } as const

const Tags = z.array(Text(60).min(1)).min(1, 'Please enter a tag').max(20)

/** What is done to every chosen product. */
export const BatchAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('publish') }),
  z.object({ type: z.literal('unpublish') }),
  /** Prices and compare prices of all channels; `whole` rounds to whole units of the currency. */
  z.object({
    type: z.literal('price'),
    percent: z
      .number()
      .min(-90)
      .max(500)
      .refine((percent) => percent !== 0, 'Please enter a percentage'),
    rounding: z.enum(['exact', 'whole']).default('exact'),
  }),
  /**
   * Prices of one channel times a factor as those of another: the factor is a rate of exchange, from units of the first currency to units
   * of the second. `is_new_only` leaves prices that exist.
   */
  z.object({
    type: z.literal('copy_prices'),
    from_id: Id,
    to_id: Id,
    factor: z.number('Please enter a number').positive('Please enter a number above 0').max(1_000_000),
    rounding: z.enum(['exact', 'whole']).default('exact'),
    is_new_only: z.boolean().default(true),
  }),
  z.object({ type: z.literal('category'), category_id: Id }),
  z.object({ type: z.literal('add_label'), label_id: Id }),
  z.object({ type: z.literal('remove_label'), label_id: Id }),
  z.object({ type: z.literal('brand'), brand_id: Id }),
  /** Tags by their names; those that are added are created. */
  z.object({ type: z.literal('add_tags'), tags: Tags }),
  z.object({ type: z.literal('remove_tags'), tags: Tags }),
  /** By hand: products that the rules of a collection choose stay in it. */
  z.object({ type: z.literal('add_to_collection'), collection_id: Id }),
  z.object({ type: z.literal('remove_from_collection'), collection_id: Id }),
  /** An empty code leaves that of each product. */
  z.object({ type: z.literal('tax'), tax_class: Text(40).min(1), hsn_code: HsnCode }),
  /** Of all variations. */
  z.object({ type: z.literal('stock_rules'), rules: StockRules }),
  /** Products in orders or carts stay, and are refused one by one. */
  z.object({ type: z.literal('delete') }),
])
export type BatchAction = z.output<typeof BatchAction>

export const ProductBatch = z
  .object({
    id: Id,
    /** A sentence: `Price +5 %`. */
    title: z.string(),
    actor: z.string(),
    created_at: Time,
    finished_at: Time.nullable(),
    total: z.int(),
    done: z.int(),
    refused: z.int(),
    /** Prices were changed, and can be restored. */
    can_undo: z.boolean(),
    /** The refused products, the first 100. */
    refusals: z.array(z.object({ id: Id, name: z.string(), message: z.string() })),
  })
  .meta({ id: 'AdminProductBatch' })
export type ProductBatch = z.infer<typeof ProductBatch>

export const productBatchEndpoints = defineEndpoints<(typeof catalogRoutes)['adminProductBatches']>()({
  create: {
    summary: 'Starts a change of many products: of those chosen, or of all that a search finds',
    input: z.object({
      action: BatchAction,
      ids: z.array(Id).min(1).max(500).optional(),
      filter: z
        .object({
          q: z.string().trim().max(100).optional(),
          ...productFilters,
        })
        .optional(),
    }),
    data: ProductBatch,
    ...writes,
  },
  get: {
    summary: 'The progress of a change of many products',
    input: z.object({ id: IdText }),
    data: ProductBatch,
    ...reads,
  },
  undo: {
    summary: 'Restores the prices from before a change, except those changed since',
    input: z.object({ id: IdText }),
    data: ProductBatch,
    refusals: ['NOTHING_TO_UNDO'],
    ...writes,
  },
})
