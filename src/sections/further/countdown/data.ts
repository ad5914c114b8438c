import { longTimeText } from '#contract/rules/day-text.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { required } from '#pages/reads.ts'
import type { SectionLoader } from '#sections/section.ts'
import type { settings } from './schema.ts'

/** The end as text is what visitors without JavaScript read. */
export const load = (async ({ ends_on }, { api }) => {
  if (!ends_on) return { isOver: true, endText: '' }
  const { channel } = await required(api.storefront.all())
  const end = new Date(ends_on)
  const endText = longTimeText(end.toISOString(), channel.locale, timeZoneOf(channel.locale))
  return { isOver: end.getTime() <= Date.now(), endText }
}) satisfies SectionLoader<typeof settings>
