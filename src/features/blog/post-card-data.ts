import type { PostSummary } from '#contract/blog.ts'
import type { Api } from '#contract/client.ts'
import { dayText } from '#contract/rules/day-text.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import type { Image } from '#contract/shapes.ts'
import { optional } from '#pages/reads.ts'

/** The parts of a post that its card shows. */
export type PostCardData = {
  title: string
  url: string
  excerpt: string
  image: Image | null
  published_at: string
  /** The date as it is read. */
  day: string
  category: string
  minutes: number
}

/** Formats dates for the shop's customers. For loaders: not every browser knows the time zones of a locale. */
export async function readDayFormat(api: Api): Promise<(time: string) => string> {
  const storefront = await optional(api.storefront.all(), null)
  const locale = storefront?.channel.locale ?? 'en'
  const timeZone = timeZoneOf(locale)
  return (time) => dayText(time, locale, timeZone)
}

export const toPostCard = (post: PostSummary, dayOf: (time: string) => string): PostCardData => ({
  title: post.title,
  url: post.url,
  excerpt: post.excerpt,
  // Placeholders of pictures below the first screen would be the heaviest part of the page's data.
  image: post.image && { ...post.image, placeholder: null },
  published_at: post.published_at,
  day: dayOf(post.published_at),
  category: post.category?.name ?? '',
  minutes: post.reading_minutes,
})
