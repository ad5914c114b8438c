import { z } from 'zod'
import { Id, IdText, Text, Time } from '#contract/shapes.ts'
import { resourceEndpoints } from '../resource.ts'
import { ChannelCode } from '../settings/channels.ts'

export const couponStates = ['active', 'scheduled', 'ended', 'used_up', 'off'] as const
export type CouponState = (typeof couponStates)[number]

export const CouponRow = z.object({
  id: Id,
  code: z.string(),
  title: z.string(),
  type: z.enum(['percentage', 'fixed', 'free_shipping']),
  /** Percent, or minor units. */
  value: z.int(),
  currency: z.string(),
  used_count: z.int(),
  usage_limit: z.int().nullable(),
  starts_at: Time,
  ends_at: Time,
  state: z.enum(couponStates),
  /** Of a single-use code: the coupon whose rules it has. */
  parent_code: z.string().nullable(),
})
export type CouponRow = z.infer<typeof CouponRow>

const largestAmount = 100_000_000_000
const Amount = z.int().min(1, 'Please enter an amount').max(largestAmount)
const AtMost = Amount.nullable().default(null).meta({ title: 'At most', widget: 'money' })
const Limit = z
  .int()
  .min(1, 'Please enter 1 or more, or leave it empty')
  .max(1_000_000_000)
  .nullable()
  .default(null)

/** Decisions §1 and §3 (Coupon). */
export const CouponValues = z.object({
  code: Text(40)
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9_-]*$/, 'Please use letters, digits, - and _')
    .meta({ title: 'Code', description: 'What shoppers enter; upper and lower case are the same.' }),
  title: Text(120)
    .min(1, 'Please enter a title')
    .meta({ title: 'Title', description: 'Shown with the discount, such as “10% off your first order”.' }),
  channel: ChannelCode,
  discount: z
    .discriminatedUnion('type', [
      z
        .object({
          type: z.literal('percentage'),
          percent: z
            .int()
            .min(1, 'Please enter 1 to 100')
            .max(100, 'Please enter 1 to 100')
            .default(10)
            .meta({ title: 'Percent' }),
          at_most: AtMost,
        })
        .meta({ title: 'Percentage' }),
      z
        .object({
          type: z.literal('fixed'),
          amount: Amount.default(10_000).meta({ title: 'Amount', widget: 'money' }),
        })
        .meta({ title: 'Fixed amount' }),
      z.object({ type: z.literal('free_shipping'), at_most: AtMost }).meta({ title: 'Free delivery' }),
    ])
    .default({ type: 'percentage', percent: 10, at_most: null })
    .meta({ title: 'Discount' }),
  min_order: z
    .int()
    .min(0)
    .max(largestAmount)
    .default(0)
    .meta({ title: 'Minimum', description: 'Of the items that it is for.', widget: 'money' }),
  is_first_order_only: z.boolean().default(false).meta({ title: 'Only for a first order' }),
  usage_limit: Limit.meta({ title: 'Uses', description: 'Of all shoppers together; empty: no limit.' }),
  usage_limit_per_customer: Limit.meta({
    title: 'Uses per shopper',
    description: 'Counted by account, phone and e-mail; empty: no limit.',
  }),
  is_for_everything: z.boolean().default(true).meta({ title: 'For all products' }),
  products: z
    .array(Id.meta({ widget: 'product' }))
    .max(500)
    .default([])
    .meta({ title: 'Only for these products', description: 'Used unless it is for all products.' }),
  categories: z
    .array(Id.meta({ widget: 'category' }))
    .max(100)
    .default([])
    .meta({ title: 'Only for these categories', description: 'With everything below them.' }),
  starts_at: Time.nullable().default(null).meta({ title: 'Starts', description: 'Empty: at once.' }),
  ends_at: z.iso.datetime({ error: 'Please choose when it ends' }).meta({ title: 'Ends' }),
  is_active: z.boolean().default(true).meta({ title: 'Switched on' }),
  is_listed: z.boolean().default(true).meta({
    title: 'Listed in the cart',
    description: 'Otherwise only shoppers who know the code can use it.',
  }),
})
export type CouponValues = z.output<typeof CouponValues>

/** The single-use codes of a coupon. */
export const CouponCodes = z.object({
  /** Set for a single-use code, which has no codes of its own. */
  parent: z.object({ id: Id, code: z.string() }).nullable(),
  total: z.int(),
  used: z.int(),
})
export type CouponCodes = z.infer<typeof CouponCodes>

export const NewCodes = z.object({
  /** Before a hyphen and the random part; empty: the random part alone. */
  prefix: Text(20)
    .toUpperCase()
    .regex(/^([A-Z0-9][A-Z0-9_-]*)?$/, 'Please use letters, digits, - and _')
    .default(''),
  count: z.coerce.number().int().min(1).max(1_000),
})
export type NewCodes = z.output<typeof NewCodes>

const resource = resourceEndpoints({
  one: 'coupon',
  many: 'coupons',
  area: 'marketing',
  row: CouponRow,
  values: CouponValues,
  sort: ['id', 'code', 'used_count', 'ends_at'],
  filters: { state: z.enum(couponStates).optional(), parent_id: IdText.optional() },
  refusals: { remove: ['IN_USE'] },
})

const staff = { access: 'staff', whileLocked: true } as const

export const couponEndpoints = {
  ...resource,
  list: {
    ...resource.list,
    summary: 'A page of the coupons. Single-use codes are left out without a search or `parent_id`',
  },
  codes: {
    summary: 'How many single-use codes a coupon has, and how many are used',
    input: z.object({ id: IdText }),
    data: CouponCodes,
    permission: 'marketing.read',
    ...staff,
  },
  createCodes: {
    summary: 'Adds single-use codes with the rules of a coupon',
    input: NewCodes.extend({ id: IdText }),
    data: CouponCodes,
    permission: 'marketing.write',
    ...staff,
  },
  exportCodes: {
    summary: 'The single-use codes of a coupon as CSV, oldest first',
    credentialRefusals: ['PROOF_REQUIRED'],
    input: z.object({ id: IdText }),
    data: z.null(),
    file: 'text/csv',
    permission: 'marketing.write',
    ...staff,
  },
} as const
