import { z } from 'zod'
import { keysOf } from '#contract/rules/own-value.ts'
import { MAX_STOCK, stockReasons } from '#contract/rules/stock-names.ts'
import { Id, IdList, IdText, Image, Text, Time } from '#contract/shapes.ts'
import { AttributeDisplay } from './attributes.ts'
import { MAX_VARIATIONS, productFilters } from './products.ts'
import { LocationName } from './stock-locations.ts'

const staff = { access: 'staff', whileLocked: true } as const
const reads = { ...staff, permission: 'catalog.read' } as const
const writes = { ...staff, permission: 'catalog.write' } as const

const Named = z.object({ id: Id, name: z.string() })

/** What the form of a product chooses from. */
export const ProductOptions = z.object({
  brands: z.array(Named),
  /** In the order of the tree; `depth` is 0 at the top. */
  categories: z.array(Named.extend({ depth: z.int() })),
  labels: z.array(Named),
  collections: z.array(Named),
  tags: z.array(z.string()),
  attributes: z.array(
    z.object({
      id: Id,
      label: z.string(),
      is_variable: z.boolean(),
      /** Buttons, such as sizes, do not change what is seen. */
      display: AttributeDisplay,
      values: z.array(z.object({ id: Id, label: z.string(), color: z.string().nullable() })),
    }),
  ),
  tax_classes: z.array(z.string()),
  /** All stock locations, the main one first; empty in a shop with one. */
  locations: z.array(LocationName),
})
export type ProductOptions = z.infer<typeof ProductOptions>

export const StockReason = z.enum(keysOf(stockReasons))

const AheadLimit = z.int('Please enter 1 or more').min(1, 'Please enter 1 or more').max(MAX_STOCK).nullable()

/** Selling before it is in stock, up to so many pieces (null: without a limit). */
export const SoldAheadRule = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('backorder'),
    limit: AheadLimit,
    /** As shoppers read it: `Ships in 2–3 weeks`. */
    text: Text(80).min(1, 'Please enter what shoppers read'),
    /** Until it ships. */
    days: z.int('Please enter the days').min(1, 'Please enter 1 or more').max(365),
  }),
  z.object({
    kind: z.literal('preorder'),
    limit: AheadLimit,
    /** Empty: `Pre-order`. Shoppers read the date after it. */
    text: Text(80).default(''),
    /** The day from which it is sold as usual. */
    date: z.iso.date('Please enter a day'),
  }),
])
export type SoldAheadRule = z.output<typeof SoldAheadRule>

/** How variations with counted stock are sold. ADR 0029. */
export const StockRules = z.object({
  /** Pieces that are never sold. */
  safety_stock: z.int('Please enter a number').min(0, 'Please enter 0 or more').max(MAX_STOCK),
  /** Null: only while in stock. */
  sold_ahead: SoldAheadRule.nullable().default(null),
})
export type StockRules = z.output<typeof StockRules>

export const ProductStock = z
  .object({
    variations: z.array(
      z.object({
        id: Id,
        sku: z.string(),
        title: z.string(),
        /** How many can be bought. */
        stock: z.int(),
        /** The pieces of all locations, those that are held back too. */
        pieces: z.int(),
        safety_stock: z.int(),
        sold_ahead: SoldAheadRule.nullable(),
        /** Of orders that are not packed, the oldest first: what comes in is theirs. At most 20. */
        waiting: z.array(z.object({ order_id: Id, order_no: z.string(), quantity: z.int() })),
        tracks_stock: z.boolean(),
        /** Of each location that has some. */
        levels: z.array(z.object({ location_id: Id, quantity: z.int() })),
      }),
    ),
    /** All locations, the main one first; empty in a shop with one. */
    locations: z.array(LocationName),
    /** The latest changes by staff, newest first. */
    changes: z.array(
      z.object({
        id: Id,
        at: Time,
        actor: z.string(),
        sku: z.string(),
        stock_before: z.int(),
        stock_after: z.int(),
        reason: z.string(),
        note: z.string(),
        /** Null in a shop with one location. */
        location: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'AdminProductStock' })
export type ProductStock = z.infer<typeof ProductStock>

export const productActionEndpoints = {
  options: {
    summary: 'Brands, categories, labels, tags, attributes, tax classes and stock locations to choose from',
    input: z.object({}),
    data: ProductOptions,
    ...reads,
  },
  names: {
    summary: 'Names and pictures of products, in the given order',
    input: z.object({ ids: Text(1_000).regex(/^\d{1,9}(,\d{1,9})*$/) }),
    data: z.array(Named.extend({ image_path: z.string().nullable() })),
    ...reads,
  },
  stock: {
    summary: 'The stock of each variation, with the changes by staff',
    input: z.object({ id: IdText }),
    data: ProductStock,
    ...reads,
  },
  adjustStock: {
    summary: 'Changes the stock of variations by a difference, for a reason',
    input: z.object({
      id: IdText,
      changes: z
        .array(z.object({ variation_id: Id, by: z.int().min(-1_000_000).max(1_000_000) }))
        .min(1, 'Please enter a difference')
        .max(MAX_VARIATIONS),
      /** Where; by default in the main location. */
      location_id: Id.optional(),
      reason: StockReason,
      note: Text(500).default(''),
    }),
    data: ProductStock,
    refusals: ['STOCK_TOO_LOW'],
    ...writes,
  },
  setStockRules: {
    summary:
      'Says how variations are sold: the pieces that are held back, and whether they are sold ahead of stock',
    input: z.object({
      id: IdText,
      variation_ids: z.array(Id).min(1, 'Please choose a variation').max(MAX_VARIATIONS),
      rules: StockRules,
    }),
    data: ProductStock,
    ...writes,
  },
  duplicate: {
    summary: 'Adds an unpublished copy of a product',
    input: z.object({ id: IdText }),
    data: z.object({ id: Id }),
    ...writes,
  },
  preview: {
    summary: 'The address of a product that is not published, for 15 minutes',
    input: z.object({ id: IdText }),
    data: z.object({ url: z.string() }),
    ...reads,
  },
  setPublished: {
    summary: 'Publishes or unpublishes a product',
    input: z.object({ id: IdText, is_published: z.boolean() }),
    data: z.object({ id: Id, is_published: z.boolean() }),
    refusals: ['FREE_OF_CHARGE', 'DECLARATIONS_MISSING', 'PRODUCT_ARCHIVED'],
    ...writes,
  },
  setArchived: {
    summary: 'Archives a product, or restores an archived one as it was',
    input: z.object({ id: IdText, is_archived: z.boolean() }),
    data: z.object({ id: Id, is_archived: z.boolean() }),
    refusals: ['FREE_OF_CHARGE', 'DECLARATIONS_MISSING'],
    ...writes,
  },
  uploadImage: {
    summary: 'Stores a picture for a product: JPEG, PNG or WebP, 25 MB at most',
    input: z.object({ alt: Text(300).default('') }),
    data: Image.pick({ path: true, width: true, height: true }),
    takesForm: true,
    takesFiles: ['file'],
    ...writes,
  },
  export: {
    summary: 'Products as a CSV file that can be imported again: those chosen, those of a search, or all',
    input: z.object({ ids: IdList.optional(), q: z.string().trim().max(100).optional(), ...productFilters }),
    data: z.object({}),
    file: 'text/csv',
    ...reads,
  },
} as const
