/**
 * A formatted date: `24 Nov 2026`. `timeZone` is the shop's, sent by the server, so that both sides format
 * the same date.
 */
export const dayText = (time: string, locale: string, timeZone: string) =>
  format(time, locale, { dateStyle: 'medium', timeZone })

/** With the time: `24 Nov 2026, 10:15 am`. */
export const timeText = (time: string, locale: string, timeZone: string) =>
  format(time, locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })

/** Without the year: `24 Nov`. */
export const shortDayText = (time: string, locale: string, timeZone: string) =>
  format(time, locale, { day: 'numeric', month: 'short', timeZone })

/** `24 Nov, 10:15 am`. */
export const shortTimeText = (time: string, locale: string, timeZone: string) =>
  format(time, locale, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', timeZone })

/** The date alone, as `time` elements have it: `2026-11-24`. */
export const isoDayText = (time: string, timeZone: string) =>
  format(time, 'sv', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone })

/** Cached, because creating a formatter is slow. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function format(time: string, locale: string, options: Intl.DateTimeFormatOptions) {
  const key = locale + JSON.stringify(options)
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, formatter)
  return withSpaces(formatter.format(new Date(time)))
}

/** WebKit's older locale data writes `24-Nov-2026` in Indian English, unlike the server. */
const withSpaces = (text: string) => text.replace(/(\d)-(\p{L}+)-(?=\d)/u, '$1 $2 ')
