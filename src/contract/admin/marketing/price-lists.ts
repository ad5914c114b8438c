import { z } from 'zod'
import { Id, IdText, Text, Time } from '#contract/shapes.ts'
import { resourceEndpoints } from '../resource.ts'
import { ChannelCode } from '../settings/channels.ts'

export const priceListStates = ['active', 'scheduled', 'ended', 'off'] as const
export type PriceListState = (typeof priceListStates)[number]

/** Goods in one list. A form reads what they are called in several calls. */
export const mostListPrices = 5_000
export const mostGoodsAtOnce = 500

const ListPriceValues = z.object({
  variation_id: Id,
  min_quantity: z
    .int('Please enter a whole number')
    .min(1, 'Please enter 1 or more')
    .max(10_000, 'At most 10,000 pieces')
    .default(1),
  price: z
    .int('Please enter a price')
    .min(1, 'Please enter a price above 0')
    .max(100_000_000_000, 'This price is too high')
    .meta({ widget: 'money' }),
})
export type ListPriceValues = z.output<typeof ListPriceValues>

export const PriceListValues = z.object({
  name: Text(120)
    .min(1, 'Please enter a name')
    .meta({ title: 'Name', description: 'For staff: shoppers see the prices alone.' }),
  channel: ChannelCode,
  customer_group: Id.nullable().default(null).meta({
    title: 'Customer group',
    description:
      'Empty: for everyone. Otherwise its customers see and pay these prices while they are signed in.',
    widget: 'customer-group',
  }),
  starts_at: Time.nullable().default(null).meta({ title: 'Starts', description: 'Empty: at once.' }),
  ends_at: Time.nullable()
    .default(null)
    .meta({ title: 'Ends', description: 'Empty: never. Then the usual prices are back.' }),
  is_active: z.boolean().default(true).meta({ title: 'Switched on' }),
  items: z
    .array(ListPriceValues)
    .max(mostListPrices, `At most ${mostListPrices} prices are in one list: please make another one`)
    .default([])
    .meta({ title: 'Prices' }),
})
export type PriceListValues = z.output<typeof PriceListValues>

export const PriceListRow = z.object({
  id: Id,
  name: z.string(),
  channel: z.string(),
  /** The name of its customer group; null: for everyone. */
  customer_group: z.string().nullable(),
  /** Prices in it. */
  prices: z.int(),
  starts_at: Time,
  ends_at: Time.nullable(),
  state: z.enum(priceListStates),
})
export type PriceListRow = z.infer<typeof PriceListRow>

/** What a price is for. */
const ListedGoods = z.object({
  variation_id: Id,
  product_id: Id,
  sku: z.string(),
  name: z.string(),
  /** The usual price in the channel, minor units; null: it is not sold there. */
  price: z.int().nullable(),
  /** Pieces that are sold at once. */
  max_quantity: z.int(),
})
export type ListedGoods = z.infer<typeof ListedGoods>

const several = <T extends z.ZodType>(of: T) => z.array(of).max(mostGoodsAtOnce).default([])

export const priceListEndpoints = {
  ...resourceEndpoints({
    one: 'price list',
    many: 'price lists',
    area: 'marketing',
    row: PriceListRow,
    values: PriceListValues,
    sort: ['id', 'name', 'starts_at', 'ends_at'],
    filters: { state: z.enum(priceListStates).optional() },
  }),
  goods: {
    summary: 'Variations that a list may have prices of: by id, by SKU, or those of a product',
    input: z.object({
      channel: ChannelCode,
      variations: several(Id),
      skus: several(Text(64)),
      products: several(Id),
    }),
    data: z.object({ currency: z.string(), goods: z.array(ListedGoods) }),
    access: 'staff',
    permission: 'marketing.read',
    whileLocked: true,
  },
  export: {
    summary: 'The prices of a list as CSV, which its form reads',
    input: z.object({ id: IdText }),
    data: z.null(),
    file: 'text/csv',
    access: 'staff',
    permission: 'marketing.read',
    whileLocked: true,
  },
} as const
