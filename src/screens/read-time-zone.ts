import type { Api } from '#contract/client.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { optional } from '#pages/reads.ts'

/** The time zone for times on the shop's pages. */
export async function readTimeZone(api: Api): Promise<string> {
  const storefront = await optional(api.storefront.all(), null)
  return timeZoneOf(storefront?.channel.locale ?? 'en')
}
