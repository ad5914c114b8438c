import { dateFormatter, dayParts, PLAIN_DAYS } from './time-zone.ts'

/**
 * Dates and times of shop, back office, mails and documents. `timeZone` is the shop's, sent by the server, so that both sides format
 * the same date. A time may be a day alone, `2026-11-24`, which is the same in every time zone.
 */

/** A formatted date: `24 Nov 2026`. */
export const dayText = (time: string, locale: string, timeZone: string) =>
  (isDay(time) && PLAIN_DAYS.get(locale)?.[2](dayParts(time, locale), time)) ||
  format(time, locale, { dateStyle: 'medium', timeZone })

/** With the time: `24 Nov 2026, 10:15 am`. */
export const timeText = (time: string, locale: string, timeZone: string) =>
  format(time, locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })

/** `24 November 2026 at 10:15 am IST` */
export const longTimeText = (time: string, locale: string, timeZone: string) =>
  format(time, locale, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...{ timeZone, timeZoneName: 'short' },
  })

/** Without the year: `24 Nov`. */
export const shortDayText = (time: string, locale: string, timeZone: string) =>
  format(time, locale, { day: 'numeric', month: 'short', timeZone })

/** `24 Nov, 10:15 am`. */
export const shortTimeText = (time: string, locale: string, timeZone: string) =>
  format(time, locale, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', timeZone })

/** The date alone, as `time` elements have it: `2026-11-24`. */
export const isoDayText = (time: string, timeZone: string) =>
  isDay(time) ? time : format(time, 'sv', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone })

/** `Tue 24 Nov`. Composed here, because server and browser may have different locale data. */
export const weekdayText = (time: string, locale: string, timeZone: string) =>
  ([{ weekday: 'short' }, { day: 'numeric' }, { month: 'short' }] as const)
    .map((part) => format(time, locale, { ...part, timeZone }))
    .join(' ')

/** `6:10 am` in locales with a 12-hour clock, `06:10` elsewhere; composed for the same reason. */
export function clockText(time: string, locale: string, timeZone: string): string {
  const clock = format(time, 'sv', { hour: '2-digit', minute: '2-digit', timeZone })
  if (!dateFormatter(locale, { hour: 'numeric' }).resolvedOptions().hour12) return clock
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

/** `Tue 24 Nov, 6:10 am` */
export const weekdayTimeText = (time: string, locale: string, timeZone: string) =>
  `${weekdayText(time, locale, timeZone)}, ${clockText(time, locale, timeZone)}`

const isDay = (time: string) => time.length === 10

function format(time: string, locale: string, options: Intl.DateTimeFormatOptions) {
  const formatter = dateFormatter(locale, isDay(time) ? { ...options, timeZone: 'UTC' } : options)
  return withSpaces(formatter.format(new Date(time)))
}

/** WebKit's older locale data writes `24-Nov-2026` in Indian English, unlike the server. */
const withSpaces = (text: string) => text.replace(/(\d)-(\p{L}+)-(?=\d)/u, '$1 $2 ')
