/**
 * The first time zone of the locale's region, UTC without one. Only for the server, because not every browser
 * knows it; pages receive it as data.
 */
export function timeZoneOf(locale: string): string {
  const known = timeZones.get(locale) ?? readTimeZone(locale)
  timeZones.set(locale, known)
  return known
}

/** Cached, because the locale data is slow to read. */
const timeZones = new Map<string, string>()

function readTimeZone(locale: string): string {
  const region = new Intl.Locale(locale)
  return region.getTimeZones?.()?.[0] ?? 'UTC'
}

declare global {
  namespace Intl {
    /** The types of the language do not have it yet, nor does every browser. */
    interface Locale {
      getTimeZones?: () => string[] | undefined
    }
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a formatter takes thirty times as long as formatting a date. */
export function dateFormatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, formatter)
  return formatter
}

const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'
const dayFirst = ({ day, month, year }: DayParts) => `${day} ${month} ${year}`

/** A day in words: `Tue`, 24, `Nov`, 2026. */
type DayParts = { weekday: string; day: number; month: string; year: number }

/**
 * Weekdays, months, and a whole date. Days of these locales are formatted without Intl, whose first formatter of dates takes a page 13 to
 * 90 ms. ADR 0019.
 */
export const PLAIN_DAYS = new Map<
  string,
  readonly [weekdays: string, months: string, whole: (parts: DayParts, day: string) => string]
>([
  ['en-IN', [WEEKDAYS, MONTHS, dayFirst]],
  ['en-GB', [WEEKDAYS, MONTHS, dayFirst]],
  ['en-IE', [WEEKDAYS, MONTHS, dayFirst]],
  ['en-US', [WEEKDAYS, MONTHS.replace('Sept', 'Sep'), ({ day, month, year }) => `${month} ${day}, ${year}`]],
  [
    'de-DE',
    [
      'So Mo Di Mi Do Fr Sa',
      'Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez',
      (_, day) => day.split('-').toReversed().join('.'),
    ],
  ],
])

/** The names and numbers of a day such as `2026-11-24` in a locale. */
export function dayParts(day: string, locale: string): DayParts {
  const date = new Date(`${day}T00:00:00Z`)
  const plain = PLAIN_DAYS.get(locale)
  const name = (part: 'weekday' | 'month') =>
    dateFormatter(locale, { [part]: 'short', timeZone: 'UTC' }).format(date)
  return {
    weekday: plain?.[0].split(' ')[date.getUTCDay()] ?? name('weekday'),
    day: date.getUTCDate(),
    month: plain?.[1].split(' ')[date.getUTCMonth()] ?? name('month'),
    year: date.getUTCFullYear(),
  }
}

/** The date at a time in a time zone: `2026-11-24`. */
export const dayIn = (time: Date, timeZone: string): string =>
  // sv-SE formats dates as ISO does.
  dateFormatter('sv-SE', { timeZone, dateStyle: 'short' }).format(time)

/** Days from a date to another: 1 to the next one. */
export const daysBetween = (from: string, until: string): number =>
  (Date.parse(until) - Date.parse(from)) / 86_400_000

/** The date `days` after (or before) a date. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
