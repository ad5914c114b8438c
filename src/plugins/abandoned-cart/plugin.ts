import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'

/** Who may be written to. `country`: what is usual where the channel sells. */
const permission = z
  .enum(['country', 'consent', 'soft_opt_in', 'off'])
  .default('country')
  .meta({
    title: 'Who gets the mails',
    description:
      'By the law of the country: in the United Kingdom and the United States everyone who left an address and did not object, elsewhere those who agreed to marketing. Check it with your lawyer before you choose another.',
    enumLabels: {
      country: 'By the country of the channel',
      consent: 'Those who agreed to marketing',
      soft_opt_in: 'Everyone who left an address and did not object',
      off: 'No mails',
    },
  })

const times = {
  first_hours: z.int().min(1).max(20).default(4).meta({
    title: 'First mail after hours',
    description: 'Counted from the last change of the cart.',
  }),
  second_hours: z
    .int()
    .min(0)
    .max(72)
    .default(24)
    .meta({ title: 'Second mail after hours', description: '0: only one mail.' }),
}

export const abandonedCart = definePlugin({
  module_name: 'AbandonedCart',
  title: 'Abandoned carts',
  description:
    'Reminds shoppers by e-mail, at most twice, of a cart that they left; a link restores it on any device.',
  icon: 'bag',
  config: z.object({
    permission,
    ...times,
    window_days: z.int().min(1).max(30).default(7).meta({
      title: 'Orders count for days',
      description:
        'An order counts for the mails when it is placed within so many days after their link was opened.',
    }),
    channels: z
      .array(
        z.object({
          channel: z.string().trim().min(1).max(32).meta({ title: 'Code of the channel' }),
          permission,
          ...times,
        }),
      )
      .max(100)
      .default([])
      .meta({
        title: 'Channels with other rules',
        description: 'All other channels follow the rules above.',
      }),
  }),
})

/** Countries whose law lets a shop write to people who left their address while they were buying, until they object. ADR 0041. */
const softOptInCountries: readonly string[] = ['GB', 'US']

type Config = z.output<typeof abandonedCart.config>
export type ChannelRules = Pick<Config, 'first_hours' | 'second_hours'> & {
  permission: 'consent' | 'soft_opt_in' | 'off'
}

/** The rules of a channel. */
export function rulesOf(
  config: Config,
  { code, country_code }: { code: string; country_code: string },
): ChannelRules {
  const {
    permission: chosen,
    first_hours,
    second_hours,
  } = config.channels.find(({ channel }) => channel === code) ?? config
  const usual = softOptInCountries.includes(country_code) ? 'soft_opt_in' : 'consent'
  return { first_hours, second_hours, permission: chosen === 'country' ? usual : chosen }
}
