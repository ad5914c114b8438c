import { dayText } from '#contract/rules/day-text.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Relative time: 'just now', '5 minutes ago', 'yesterday'; the date after a week. */
export function timeAgo(at: string, now: string, locale: string, timeZone: string): string {
  const passed = Date.parse(now) - Date.parse(at)
  if (passed < 2 * minute) return 'Just now'
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (passed < hour) return words.format(-Math.floor(passed / minute), 'minute')
  if (passed < day) return words.format(-Math.floor(passed / hour), 'hour')
  if (passed < 7 * day) return words.format(-Math.floor(passed / day), 'day')
  return dayText(at, locale, timeZone)
}
