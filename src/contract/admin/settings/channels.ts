import { z } from 'zod'
import { Id, IdText, Text } from '#contract/shapes.ts'
import { resourceEndpoints } from '../resource.ts'

export const ChannelValues = z.object({
  name: Text(60).min(1, 'Please enter a name').meta({ title: 'Name' }),
  code: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9-]{1,31}$/, 'Use 2 to 32 lower-case letters, digits and hyphens')
    .meta({ title: 'Code', description: 'Identifies the channel in cookies. Shoppers do not see it.' }),
  country: Text(2)
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'Use two letters, such as IN')
    .meta({ title: 'Country', description: 'Where the shop sells and delivers.', widget: 'country' }),
  currency: Text(3)
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, 'Use three letters, such as INR')
    .meta({
      title: 'Currency',
      description: 'It cannot be changed once there are orders.',
      widget: 'currency',
    }),
  locale: Text(20).min(1, 'Please enter a language').meta({
    title: 'Language and region',
    description: 'How amounts and dates are written.',
    widget: 'locale',
  }),
  host: z
    .string()
    .trim()
    .toLowerCase()
    .regex(
      /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?)?$/,
      'Use a host without https://, such as de.shop.example',
    )
    .max(253)
    .default('')
    .meta({
      title: 'Host',
      description:
        'A host of its own, such as de.shop.example, whose DNS and certificate lead to this shop. Empty: shoppers choose the channel in the footer.',
    }),
  is_active: z
    .boolean()
    .default(true)
    .meta({ title: 'Open', description: 'Off: shoppers see the default channel instead.' }),
  is_default: z.boolean().default(false).meta({
    title: 'Default channel',
    description:
      'For shoppers who have chosen none, and for the figures of the back office. One channel always is.',
  }),
  is_tax_included: z.boolean().default(true).meta({
    title: 'Prices include tax',
    description: 'Off: tax is added at the checkout. Orders that exist keep theirs.',
  }),
  omnibus: z
    .enum(['by_country', 'on', 'off'])
    .default('by_country')
    .meta({
      title: 'Reductions show the lowest price of 30 days',
      description:
        'Required in the EU: instead of the compare price, shoppers see the lowest price of the 30 days before a reduction, and no reduction without one.',
      enumLabels: { by_country: 'In countries of the EU', on: 'Yes', off: 'No' },
    }),
  payment_methods: z.array(Text(60).min(1)).max(50).optional().meta({
    title: 'Payment methods',
    description: 'What the checkout offers in this channel. A payment company also needs its keys.',
  }),
  couriers_off: z.array(Text(40).min(1)).max(20).optional().meta({
    title: 'Couriers not used here',
    description: 'No parcel of an order in this channel is booked at them.',
  }),
  withdrawal_days: z
    .int()
    .min(0, 'Enter a number of days, or 0')
    .max(365, 'Enter at most 365 days')
    .optional()
    .meta({
      title: 'Days to withdraw from the contract',
      description:
        'Counted from the delivery, without a reason. In the European Union at least 14; elsewhere 0 where the law knows no such right. More than 0 shows “Withdraw from contract here” in the footer, on orders and in mails.',
    }),
  withdrawal_extended: z.boolean().optional().meta({
    title: 'Buyers were not informed of the right of withdrawal',
    description: 'On: the law adds 12 months to the period, until the day on which this is off again.',
  }),
  requires_declarations: z.boolean().optional().meta({
    title: 'Publish only products with the declarations of the country',
    description:
      'In the European Union and India. A product without them stays a draft, and what is on sale already stays on sale. The list of products finds what is missing.',
  }),
  order_button: Text(60).optional().meta({
    title: 'Text of the order button',
    description:
      'Empty: “Order with obligation to pay” in the European Union, whose law wants the button to say it, with the items above it; elsewhere “Place order” or “Pay” and the total.',
  }),
  guarantee_notice: z
    .object({
      image: z
        .object({ path: Text(300), alt: Text(1_000).default('') })
        .nullable()
        .default(null)
        .meta({
          title: 'Notice of the legal guarantee',
          description:
            'In the European Union: the official picture in the language of the channel, shown above the order button. Its text as alternative text.',
          widget: 'image',
        }),
      url: Text(500)
        .refine(
          (url) => url === '' || /^https:\/\/\S+$/.test(url),
          'Enter an address that begins with https://',
        )
        .default('')
        .meta({ title: 'Where to read more', description: 'The page that the official notice names.' }),
    })
    .optional()
    .meta({ title: 'Legal guarantee' }),
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
  host: z.string(),
  is_active: z.boolean(),
  is_default: z.boolean(),
})
export type ChannelRow = z.infer<typeof ChannelRow>

/** What the law of a channel's country asks of the shop. */
export const LawPoint = z.object({
  title: z.string(),
  /** The law, with its article. */
  law: z.string(),
  /** Null: only the merchant can judge it. */
  is_done: z.boolean().nullable(),
  help: z.string(),
  /** The screen of the back office; null for a field of the channel itself. */
  to: z.string().nullable(),
})
export type LawPoint = z.infer<typeof LawPoint>

const endpoints = resourceEndpoints({
  one: 'sales channel',
  many: 'sales channels',
  area: 'settings',
  row: ChannelRow,
  values: ChannelValues,
  sort: ['name', 'id'],
  refusals: { remove: ['IN_USE'] },
})

export const channelEndpoints = {
  ...endpoints,
  // Payment methods are switched with a recent proof of identity, as in their own form.
  update: { ...endpoints.update, credentialRefusals: ['PROOF_REQUIRED'] },
  law: {
    summary: 'What the law of the country of the sales channel asks of the shop, and what of it is missing',
    input: z.object({ id: IdText }),
    data: z.object({ points: z.array(LawPoint) }),
    permission: 'settings.read',
    access: 'staff',
    whileLocked: true,
  },
} as const

/** The channel of a record with amounts, which are in its currency. It is chosen once; an empty code is the default channel. */
export const ChannelCode = z.string().max(32).default('').meta({
  title: 'Channel',
  description: 'Amounts are in its currency. It cannot be changed later.',
  widget: 'channel',
})
