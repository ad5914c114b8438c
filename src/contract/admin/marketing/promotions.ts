import { z } from 'zod'
import { Id, Text, Time } from '#contract/shapes.ts'
import { resourceEndpoints } from '../resource.ts'
import { ChannelCode } from '../settings/channels.ts'

export const promotionStates = ['active', 'scheduled', 'ended', 'used_up', 'off'] as const
export type PromotionState = (typeof promotionStates)[number]

const largestAmount = 100_000_000_000
const Amount = z.int().min(1, 'Please enter an amount').max(largestAmount)
const money = { widget: 'money' }
const AtMost = Amount.nullable()
  .default(null)
  .meta({ title: 'At most', ...money })
const Percent = z.int().min(1, 'Please enter 1 to 100').max(100, 'Please enter 1 to 100')
const Pieces = z.int().min(1, 'Please enter 1 or more').max(100)
const Times = z
  .int()
  .min(1)
  .max(1_000)
  .nullable()
  .default(null)
  .meta({ title: 'How often in one order', description: 'Empty: as often as it fits.' })
const Limit = z
  .int()
  .min(1, 'Please enter 1 or more, or leave it empty')
  .max(1_000_000_000)
  .nullable()
  .default(null)

const records = (widget: string, title: string, most = 200) =>
  z.array(Id.meta({ widget })).max(most).default([]).meta({ title })

/** Any of the chosen ones; `except_…` are left out of them. */
export const PromotionGoods = z.object({
  is_for_everything: z.boolean().default(true).meta({ title: 'All goods' }),
  products: records('product', 'Products', 500).meta({ description: 'Used unless it is for all goods.' }),
  categories: records('category', 'Categories').meta({ description: 'With everything below them.' }),
  collections: records('collection', 'Collections'),
  brands: records('brand', 'Brands'),
  labels: records('label', 'Labels'),
  tags: records('tag', 'Tags'),
  attribute_values: records('attribute-value', 'Attributes'),
  sale: z
    .enum(['any', 'on_sale', 'not_on_sale'])
    .default('any')
    .meta({
      title: 'Reduced goods',
      enumLabels: {
        any: 'With and without',
        on_sale: 'Only reduced ones',
        not_on_sale: 'Not for reduced ones',
      },
    }),
  except_products: records('product', 'Except these products', 500),
  except_categories: records('category', 'Except these categories'),
})
export type PromotionGoods = z.output<typeof PromotionGoods>

const everything = PromotionGoods.parse({})
const Tiers = (from: z.ZodInt, title: string) =>
  z
    .array(z.object({ from: from.meta({ title }), percent: Percent.meta({ title: 'Percent off' }) }))
    .min(1, 'Please add a step')
    .max(10)
    .default([{ from: 2, percent: 10 }])
    .meta({ title: 'Steps', description: 'The highest step that is reached counts.' })

const buyAndGet = {
  buy: Pieces.default(2).meta({ title: 'Buy' }),
  get: Pieces.default(1).meta({ title: 'Get' }),
  percent: Percent.default(100).meta({ title: 'Percent off these', description: '100: free.' }),
  most: Times,
}

export const PromotionEffect = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('percentage'),
      percent: Percent.default(10).meta({ title: 'Percent' }),
      at_most: AtMost,
    })
    .meta({ title: 'Percentage off each item' }),
  z
    .object({ type: z.literal('amount'), amount: Amount.default(10_000).meta({ title: 'Amount', ...money }) })
    .meta({ title: 'Amount off each item' }),
  z
    .object({
      type: z.literal('price'),
      price: z
        .int()
        .min(0)
        .max(largestAmount)
        .default(49_900)
        .meta({ title: 'Price', ...money }),
    })
    .meta({ title: 'Fixed price of each item' }),
  z
    .object({
      type: z.literal('buy_get'),
      ...buyAndGet,
      reduced: z
        .enum(['group', 'cheapest'])
        .default('group')
        .meta({
          title: 'Reduced are',
          enumLabels: {
            group: 'The cheapest of each group, sorted by price',
            cheapest: 'The cheapest of all',
          },
        }),
    })
    .meta({ title: 'Buy some, get some of the same goods' }),
  z
    .object({
      type: z.literal('buy_get_other'),
      ...buyAndGet,
      other: PromotionGoods.default(everything).meta({ title: 'Get these goods' }),
    })
    .meta({ title: 'Buy some, get other goods' }),
  z
    .object({
      type: z.literal('bundle'),
      count: z.int().min(2, 'Please enter 2 or more').max(100).default(3).meta({ title: 'Any' }),
      price: z
        .int()
        .min(0)
        .max(largestAmount)
        .default(99_900)
        .meta({ title: 'Together for', ...money }),
      most: Times,
    })
    .meta({ title: 'Any number of items for one price' }),
  z
    .object({ type: z.literal('quantity_tiers'), tiers: Tiers(z.int().min(1).max(10_000), 'From pieces') })
    .meta({ title: 'Steps by quantity' }),
  z
    .object({
      type: z.literal('order_percentage'),
      percent: Percent.default(10).meta({ title: 'Percent' }),
      at_most: AtMost,
    })
    .meta({ title: 'Percentage off the order' }),
  z
    .object({
      type: z.literal('order_amount'),
      amount: Amount.default(10_000).meta({ title: 'Amount', ...money }),
    })
    .meta({ title: 'Amount off the order' }),
  z
    .object({
      type: z.literal('order_tiers'),
      tiers: Tiers(z.int().min(0).max(largestAmount).meta(money), 'From goods worth'),
    })
    .meta({ title: 'Steps by amount of the order' }),
  z
    .object({
      type: z.literal('gift'),
      products: z
        .array(Id.meta({ widget: 'product' }))
        .min(1, 'Please choose a product')
        .max(10)
        .meta({
          title: 'Free of charge, one of',
          description: 'Shoppers choose one that is in stock; the first is in the cart by itself.',
        }),
    })
    .meta({ title: 'Free gift' }),
  z
    .object({
      type: z.literal('free_delivery'),
      methods: z
        .array(Text(60).min(1))
        .max(20)
        .default([])
        .meta({ title: 'Only of these delivery methods', description: 'Their codes; empty: all.' }),
      at_most: AtMost,
    })
    .meta({ title: 'Free delivery' }),
])
export type PromotionEffect = z.output<typeof PromotionEffect>

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

/** What is stored of a promotion as one document. */
const ruleFields = {
  effect: PromotionEffect.default({ type: 'percentage', percent: 10, at_most: null }).meta({
    title: 'What it gives',
  }),
  goods: PromotionGoods.default(everything).meta({ title: 'For which goods' }),
  minimum: z
    .object({
      amount: z
        .int()
        .min(0)
        .max(largestAmount)
        .default(0)
        .meta({ title: 'Goods worth at least', ...money }),
      quantity: z.int().min(0).max(10_000).default(0).meta({ title: 'Pieces at least' }),
      of: z
        .enum(['scope', 'cart'])
        .default('scope')
        .meta({
          title: 'Counted are',
          enumLabels: { scope: 'The goods it is for', cart: 'All goods of the cart' },
        }),
    })
    .default({ amount: 0, quantity: 0, of: 'scope' })
    .meta({ title: 'Minimum', description: 'At prices before all promotions.' }),
  shoppers: z
    .object({
      is_first_order_only: z.boolean().default(false).meta({ title: 'Only for a first order' }),
      is_signed_in_only: z.boolean().default(false).meta({ title: 'Only for customers who are signed in' }),
      groups: records('customer-group', 'Only for these customer groups', 50),
      segments: records('customer-segment', 'Only for these segments of customers', 50).meta({
        title: 'Only for these segments of customers',
        description: 'Who is in one of the groups or segments when the cart is read.',
      }),
      countries: z
        .array(z.string().length(2).meta({ widget: 'country' }))
        .max(50)
        .default([])
        .meta({ title: 'Only delivered to these countries' }),
      payment_methods: z
        .array(Text(60).min(1))
        .max(20)
        .default([])
        .meta({ title: 'Only with these payment methods', description: 'Their codes; empty: all.' }),
      weekdays: z
        .array(z.enum(weekdays))
        .max(7)
        .default([])
        .meta({ title: 'Only on these days', description: 'None chosen: every day.' }),
    })
    .prefault({})
    .meta({ title: 'For whom and when' }),
  combines_with: z
    .array(
      z.enum(['product', 'order', 'shipping']).meta({
        enumLabels: {
          product: 'Promotions of items',
          order: 'Promotions of the order',
          shipping: 'Promotions of delivery',
        },
      }),
    )
    .max(3)
    .default(['product', 'shipping'])
    .meta({
      title: 'Counts together with',
      description:
        'Two promotions count together if both allow it; else the one that saves the shopper more.',
    }),
  on_return: z
    .enum(['proportional', 're_evaluate'])
    .default('proportional')
    .meta({
      title: 'When a part of the order is cancelled or returned',
      description:
        'A free gift always goes with its cause, and free delivery stays. Orders keep what was set when they were placed.',
      enumLabels: {
        proportional: 'Each item has its share: the rest keeps its own',
        re_evaluate: 'Calculated again: the rest has what it gets alone',
      },
    }),
  badge: Text(30).default('').meta({
    title: 'Badge',
    description: 'On cards and pages of its goods, such as “Buy 2, get 1 free”; empty: none.',
  }),
}

export const PromotionRules = z.object(ruleFields)
export type PromotionRules = z.output<typeof PromotionRules>

export const PromotionValues = z.object({
  name: Text(80).min(1, 'Please enter a name').meta({
    title: 'Name',
    description: 'As shoppers read it in cart, order and invoice, such as “Any 3 mugs for ₹999”.',
  }),
  code: Text(40)
    .toUpperCase()
    .regex(/^([A-Z0-9][A-Z0-9_-]*)?$/, 'Please use letters, digits, - and _')
    .default('')
    .meta({ title: 'Code', description: 'Empty: it counts by itself.' }),
  channel: ChannelCode,
  ...ruleFields,
  priority: z
    .int()
    .min(-1_000)
    .max(1_000)
    .default(0)
    .meta({ title: 'Priority', description: 'The higher is applied first.' }),
  usage_limit: Limit.meta({ title: 'Uses', description: 'Of all shoppers together; empty: no limit.' }),
  usage_limit_per_customer: Limit.meta({
    title: 'Uses per shopper',
    description: 'Counted by account, phone and e-mail; empty: no limit.',
  }),
  usage_limit_per_day: Limit.meta({ title: 'Uses per day', description: 'In the time zone of the shop.' }),
  budget: Amount.nullable()
    .default(null)
    .meta({
      title: 'Budget',
      description: 'It ends when the next order would take more than what is left.',
      ...money,
    }),
  starts_at: Time.nullable().default(null).meta({ title: 'Starts', description: 'Empty: at once.' }),
  ends_at: Time.nullable().default(null).meta({ title: 'Ends', description: 'Empty: never.' }),
  is_active: z.boolean().default(true).meta({ title: 'Switched on' }),
})
export type PromotionValues = z.output<typeof PromotionValues>

export const PromotionRow = z.object({
  id: Id,
  name: z.string(),
  code: z.string().nullable(),
  /** What it gives in a sentence. */
  summary: z.string(),
  currency: z.string(),
  orders: z.int(),
  /** Minor units: given by it, and the orders that have it together. */
  discount: z.int(),
  revenue: z.int(),
  starts_at: Time,
  ends_at: Time.nullable(),
  state: z.enum(promotionStates),
})
export type PromotionRow = z.infer<typeof PromotionRow>

const resource = resourceEndpoints({
  one: 'promotion',
  many: 'promotions',
  area: 'marketing',
  row: PromotionRow,
  values: PromotionValues,
  sort: ['id', 'name', 'ends_at'],
  filters: { state: z.enum(promotionStates).optional() },
  refusals: { remove: ['IN_USE'] },
})

const MoneyText = z.object({ name: z.string(), amount: z.int() })

/** What a promotion would do with a sample cart. */
export const PromotionPreview = z.object({
  summary: z.string(),
  currency: z.string(),
  lines: z.array(
    z.object({ name: z.string(), quantity: z.int(), unit_price: z.int(), adjustments: z.array(MoneyText) }),
  ),
  subtotal: z.int(),
  adjustments: z.array(MoneyText),
  /** What is missing, and which active promotions do not count beside it. */
  messages: z.array(z.string()),
  conflicts: z.array(z.string()),
})
export type PromotionPreview = z.infer<typeof PromotionPreview>

/** `refused`: rows that were not written, by their lines. */
export const PromotionImport = z.object({
  added: z.int(),
  changed: z.int(),
  refused: z.array(z.object({ line: z.int(), name: z.string(), reason: z.string() })),
})
export type PromotionImport = z.infer<typeof PromotionImport>

export const promotionEndpoints = {
  ...resource,
  export: {
    summary: 'All promotions as CSV, which the import reads',
    input: z.object({}),
    data: z.null(),
    file: 'text/csv',
    access: 'staff',
    permission: 'marketing.read',
    whileLocked: true,
  },
  import: {
    summary: 'Adds and changes promotions by a CSV file as it is exported: a row with an id changes that one',
    input: z.object({}),
    data: PromotionImport,
    takesForm: true,
    takesFiles: ['file'],
    access: 'staff',
    permission: 'marketing.write',
    whileLocked: true,
  },
  preview: {
    summary: 'What a promotion would take off a sample cart, before it is saved',
    input: z.object({
      id: Id.optional(),
      values: PromotionValues,
      items: z.array(z.object({ product_id: Id, quantity: z.int().min(1).max(1_000) })).max(20),
    }),
    data: PromotionPreview,
    access: 'staff',
    permission: 'marketing.read',
    whileLocked: true,
  },
} as const
