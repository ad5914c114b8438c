import type { Api } from '#contract/client.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'

/** The time zone for times on the shop's pages. */
export async function readTimeZone(api: Api): Promise<string> {
  const reply = await api.storefront.all()
  return timeZoneOf(reply.status === 'success' ? reply.data.channel.locale : 'en')
}
