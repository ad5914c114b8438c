const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long ago, as people say it: 'just now', '5 minutes ago', 'yesterday'; the date when it is longer than a week. */
export function timeAgo(at: string, now: string, locale: string): string {
  const passed = Date.parse(now) - Date.parse(at)
  if (passed < 2 * minute) return 'Just now'
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (passed < hour) return words.format(-Math.floor(passed / minute), 'minute')
  if (passed < day) return words.format(-Math.floor(passed / hour), 'hour')
  if (passed < 7 * day) return words.format(-Math.floor(passed / day), 'day')
  return dateOf(at, locale)
}

/** '21 November 2026', in the shop's language; both sides must write the same, so the zone is fixed. */
export const dateOf = (at: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))

/** '21 Nov 2026, 14:05 UTC'. */
export const timeOf = (at: string, locale: string) =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC', hour12: false }).format(new Date(at))} UTC`
