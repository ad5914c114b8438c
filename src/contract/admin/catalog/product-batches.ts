import { z } from 'zod'
import { FieldValues } from '#contract/custom-fields.ts'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { MAX_STOCK } from '#contract/rules/stock-names.ts'
import { Id, IdText, Text, Time } from '#contract/shapes.ts'
import { StockReason, StockRules } from './product-actions.ts'
import { HsnCode, Price, productFilters } from './products.ts'
import type { catalogRoutes } from './routes.ts'

const staff = { access: 'staff', whileLocked: true } as const
const reads = { ...staff, permission: 'catalog.read' } as const
const writes = { ...staff, permission: 'catalog.write' } as const

const Tags = z.array(Text(60).min(1)).min(1, 'Please enter a tag').max(20)

/** What is done to every chosen product. */
export const BatchAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('publish') }),
  z.object({ type: z.literal('unpublish') }),
  /** Out of the shop and the lists of the back office; orders, returns and reports still name them. */
  z.object({ type: z.literal('archive') }),
  /** Archived products, as they were: published, scheduled or drafts. */
  z.object({ type: z.literal('restore') }),
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
  /** What one costs the shop, for all variations, in minor units of its currency; null removes it. */
  z.object({ type: z.literal('cost'), cost: Price.nullable() }),
  /**
   * The pieces of all variations that count stock, in a location (by default the main one): `by` so many more or fewer, or `to` so many.
   * A product that would have less than nothing left is refused.
   */
  z
    .object({
      type: z.literal('stock'),
      change: z.enum(['by', 'to']),
      pieces: z.int('Please enter a whole number').min(-MAX_STOCK).max(MAX_STOCK),
      location_id: Id.optional(),
      reason: StockReason,
      note: Text(500).default(''),
    })
    .refine(({ change, pieces }) => change === 'by' || pieces >= 0, {
      path: ['pieces'],
      message: 'Please enter 0 or more',
    }),
  /** A value of an attribute that describes products, such as a material. */
  z.object({ type: z.literal('add_attribute'), value_id: Id }),
  z.object({ type: z.literal('remove_attribute'), value_id: Id }),
  /** Page title and description, where `{name}`, `{brand}` and `{category}` are those of the product; an empty text leaves the present ones. */
  z.object({ type: z.literal('search_texts'), meta_title: Text(200), meta_description: Text(400) }),
  /** The values of some custom fields of products, by key; an empty one clears the field. */
  z.object({ type: z.literal('custom_fields'), values: FieldValues }),
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
    /** Prices or stock were changed, or products archived or restored, which can be taken back. */
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
      /** How many products the filter found when the change was confirmed: it is refused when it finds more or fewer now. */
      expected: z.int().min(0).optional(),
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
  refused: {
    summary: 'All products that a change of many refused, with the reasons, as CSV',
    input: z.object({ id: IdText }),
    data: z.null(),
    file: 'text/csv',
    ...reads,
  },
  undo: {
    summary:
      'Restores the prices from before a change, except those changed since, or takes its change of stock or of the archive back',
    input: z.object({ id: IdText }),
    data: ProductBatch,
    refusals: ['NOTHING_TO_UNDO'],
    ...writes,
  },
})
