import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, IdText, pageOf, Text } from '#contract/shapes.ts'
import { listQuery, resourceEndpoints } from '../resource.ts'
import { ChannelCode } from './channels.ts'
import type { settingsRoutes } from './routes.ts'

const Amount = z.int().min(0, 'Use an amount from 0').max(1_000_000_000_000)
const money = (title: string, description?: string) =>
  Amount.meta({ title, widget: 'money', ...(description && { description }) })
const optionalMoney = (title: string, description: string) =>
  Amount.nullable().default(null).meta({ title, description, widget: 'money' })
const Code = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'Use lower-case letters, digits and hyphens')

const Rate = z.object({
  country: z
    .string()
    .trim()
    .regex(/^([A-Z]{2})?$/, 'Use two capital letters, such as IN')
    .default('')
    .meta({ title: 'Country', widget: 'country' }),
  state: Text(80).default('').meta({ title: 'State', widget: 'state' }),
  postcode_prefix: z
    .string()
    .trim()
    .regex(/^[A-Z0-9 -]{0,10}$/, 'Use the first characters of the postcodes')
    .default('')
    .meta({ title: 'Postcodes that begin with' }),
  from_weight_g: z.int().min(0).default(0).meta({ title: 'From weight (g)' }),
  to_weight_g: z
    .int()
    .min(1)
    .nullable()
    .default(null)
    .meta({ title: 'Below weight (g)', description: 'Empty for no end.' }),
  from_goods: Amount.default(0).meta({ title: 'From goods worth', widget: 'money' }),
  price: money('Price'),
  free_from: optionalMoney('Free from goods worth', 'Empty for never.'),
})
export type ShippingRate = z.output<typeof Rate>

export const ShippingMethodValues = z.object({
  name: Text(120)
    .min(1, 'Please enter a name')
    .meta({ title: 'Name', description: 'As the checkout shows it.' }),
  code: Code.meta({ title: 'Code', description: 'Orders keep it; choose it once.' }),
  channel: ChannelCode,
  price: money('Price', 'While there are no rates below.'),
  free_from: optionalMoney('Free from goods worth', 'Empty for never.'),
  days_added: z.int().min(-30).max(60).default(0).meta({
    title: 'Extra days',
    description: 'Added to the delivery days of the area; below zero for a faster method.',
  }),
  pickup_location_id: Id.nullable().default(null).meta({
    title: 'Pick-up at',
    description:
      'The customer collects the order there; offered while the location has all of it. Empty for a delivery.',
    widget: 'stock_location',
  }),
  is_active: z.boolean().default(true).meta({ title: 'Offered at checkout' }),
  sort_order: z.int().min(-100).max(100).default(0).meta({ title: 'Position' }),
  courier: z
    .string()
    .regex(/^[a-z_]{0,40}$/, 'Use the code of a courier')
    .optional()
    .meta({ title: 'Courier', description: 'Chosen first when a parcel is booked, and for bulk bookings.' }),
  courier_service: z
    .string()
    .trim()
    .regex(/^[\w.:-]{0,60}$/, 'Use the courier’s code of the service')
    .optional()
    .meta({ title: 'Service of the courier', description: 'Its code. Empty: the courier chooses.' }),
  rates: z.array(Rate).max(200).default([]).meta({
    title: 'Rates by zone',
    description:
      'With rates, the method is offered only where one applies. The most specific place counts, then the highest weight and value.',
  }),
})
export type ShippingMethodValues = z.output<typeof ShippingMethodValues>

export const ShippingMethodRow = z.object({
  id: Id,
  name: z.string(),
  code: z.string(),
  price: z.int(),
  /** Its name. */
  channel: z.string(),
  rates: z.int(),
  is_active: z.boolean(),
})
export type ShippingMethodRow = z.infer<typeof ShippingMethodRow>

export const shippingMethodEndpoints = resourceEndpoints({
  one: 'shipping method',
  many: 'shipping methods',
  area: 'settings',
  row: ShippingMethodRow,
  values: ShippingMethodValues,
  sort: ['sort_order', 'name', 'id'],
})

export const TaxRateValues = z.object({
  country: z
    .string()
    .trim()
    .regex(/^[A-Z]{2}$/, 'Use two capital letters, such as IN')
    .meta({ title: 'Country', widget: 'country' }),
  tax_class: Text(60)
    .min(1, 'Please enter a tax class')
    .meta({ title: 'Tax class', description: 'As products name it, such as gst-12.' }),
  name: Text(60)
    .min(1, 'Please enter a name')
    .meta({ title: 'Name', description: 'On invoices, such as GST.' }),
  percent: z.number().min(0).max(100).meta({ title: 'Percent', description: 'Up to two decimals.' }),
})
export type TaxRateValues = z.output<typeof TaxRateValues>

export const TaxRateRow = z.object({
  id: Id,
  country: z.string(),
  tax_class: z.string(),
  name: z.string(),
  percent: z.number(),
  products: z.int(),
})
export type TaxRateRow = z.infer<typeof TaxRateRow>

export const taxRateEndpoints = resourceEndpoints({
  one: 'tax rate',
  many: 'tax rates',
  area: 'settings',
  row: TaxRateRow,
  values: TaxRateValues,
  sort: ['tax_class', 'name', 'id'],
  refusals: { update: ['IN_USE'], remove: ['IN_USE'] },
})

export const PaymentMethodValues = z.object({
  name: Text(120)
    .min(1, 'Please enter a name')
    .meta({ title: 'Name', description: 'As the checkout shows it.' }),
  channel: ChannelCode,
  description: Text(300).default('').meta({ title: 'Description', widget: 'textarea' }),
  instructions: Text(2_000).default('').meta({
    title: 'Instructions',
    description: 'Shown after the order and in its confirmation, such as bank details.',
    widget: 'textarea',
  }),
  fee: optionalMoney('Fee', 'Added to the order. Empty for none.'),
  max_order: optionalMoney('Up to an order worth', 'Empty for any.'),
  needs_cod_pincode: z.boolean().default(false).meta({ title: 'Only for postcodes with cash on delivery' }),
  is_active: z.boolean().default(true).meta({
    title: 'Offered at checkout',
    description: 'In this channel. A payment company also needs its keys (Services).',
  }),
  sort_order: z.int().min(-100).max(100).default(0).meta({ title: 'Position' }),
})
export type PaymentMethodValues = z.output<typeof PaymentMethodValues>

export const PaymentMethodRow = z.object({
  id: Id,
  name: z.string(),
  code: z.string(),
  /** Its name. */
  channel: z.string(),
  is_active: z.boolean(),
  /** Display name of its payment company; null for a code that the shop does not know. */
  gateway: z.string().nullable(),
  /** Variables of its keys with their masked values. Empty without keys. */
  keys: z.array(z.object({ name: z.string(), is_set: z.boolean() })),
  /** Its payment company can verify whether it accepts the keys. */
  can_check: z.boolean(),
})
export type PaymentMethodRow = z.infer<typeof PaymentMethodRow>

const PaymentMethodRecord = z.object({ id: Id, version: z.string(), values: PaymentMethodValues })
const shared = { access: 'staff', whileLocked: true } as const

export const adminPaymentMethodsEndpoints = defineEndpoints<(typeof settingsRoutes)['adminPaymentMethods']>()(
  {
    list: {
      summary: 'The payment methods and which keys are set',
      input: z.object(listQuery(['sort_order', 'name', 'id'])),
      data: pageOf(PaymentMethodRow),
      permission: 'settings.read',
      ...shared,
    },
    get: {
      summary: 'One payment method with its editable values and their version',
      input: z.object({ id: IdText }),
      data: PaymentMethodRecord,
      permission: 'settings.read',
      ...shared,
    },
    update: {
      summary: 'Changes a payment method',
      input: z.object({ id: IdText, version: z.string().min(1).max(64), values: PaymentMethodValues }),
      data: PaymentMethodRecord,
      refusals: ['STALE_RECORD'],
      credentialRefusals: ['PROOF_REQUIRED'],
      permission: 'settings.write',
      ...shared,
    },
    check: {
      summary: 'Asks the payment company whether it accepts the keys of the environment',
      input: z.object({ id: IdText }),
      data: z.object({ result: z.enum(['works', 'refused', 'unreachable']) }),
      refusals: ['NO_PAYMENT_KEYS'],
      permission: 'settings.write',
      ...shared,
    },
  },
)
