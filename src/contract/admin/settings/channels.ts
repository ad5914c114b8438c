import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, IdText, pageOf, Text } from '#contract/shapes.ts'
import { listQuery } from '../list-query.ts'
import type { settingsRoutes } from './routes.ts'

export const ChannelValues = z.object({
  name: Text(60).min(1, 'Please enter a name').meta({ title: 'Name' }),
  country: Text(2)
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'Use two letters, such as IN')
    .meta({ title: 'Country', description: 'Two letters, such as IN: where the shop sells and delivers.' }),
  currency: Text(3)
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, 'Use three letters, such as INR')
    .meta({
      title: 'Currency',
      description: 'Three letters, such as INR. It cannot be changed once there are orders.',
    }),
  locale: Text(20)
    .min(1, 'Please enter a language')
    .meta({ title: 'Language and region', description: 'Such as en-IN: how amounts and dates are written.' }),
  is_tax_included: z.boolean().meta({
    title: 'Prices include tax',
    description: 'Off: tax is added at the checkout. Orders that exist keep theirs.',
  }),
  delivery_tax: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('highest') }).meta({ title: 'Highest rate of the goods' }),
      z.object({ type: z.literal('none') }).meta({ title: 'Not taxed' }),
      z
        .object({
          type: z.literal('fixed'),
          percent: z
            .number()
            .min(0, 'Enter a rate from 0 to 100')
            .max(100, 'Enter a rate from 0 to 100')
            .multipleOf(0.01, 'Enter up to two decimals')
            .default(18)
            .meta({ title: 'Percent', description: 'Up to two decimals.' }),
        })
        .meta({ title: 'Fixed rate' }),
    ])
    .default({ type: 'highest' })
    .meta({
      title: 'Tax on delivery and payment fees',
      description: 'Orders that exist keep theirs.',
    }),
})
export type ChannelValues = z.output<typeof ChannelValues>

export const ChannelRow = z.object({
  id: Id,
  name: z.string(),
  code: z.string(),
  country: z.string(),
  currency: z.string(),
  locale: z.string(),
  is_default: z.boolean(),
})
export type ChannelRow = z.infer<typeof ChannelRow>

const ChannelRecord = z.object({ id: Id, version: z.string(), values: ChannelValues })
const shared = { access: 'staff', whileLocked: true } as const

export const adminChannelsEndpoints = defineEndpoints<(typeof settingsRoutes)['adminChannels']>()({
  list: {
    summary: 'The sales channels',
    input: z.object(listQuery(['name', 'id'])),
    data: pageOf(ChannelRow),
    permission: 'settings.read',
    ...shared,
  },
  get: {
    summary: 'One channel, to edit',
    input: z.object({ id: IdText }),
    data: ChannelRecord,
    permission: 'settings.read',
    ...shared,
  },
  update: {
    summary: 'Changes a channel; the currency only while it has no orders',
    input: z.object({ id: IdText, version: z.string().min(1).max(64), values: ChannelValues }),
    data: ChannelRecord,
    refusals: ['STALE_RECORD'],
    permission: 'settings.write',
    ...shared,
  },
})
