/**
 * Where the shop's customers are: the first time zone of the locale's region, UTC where it has none. Only for the server, as
 * not every browser can tell; pages are told.
 */
export function timeZoneOf(locale: string): string {
  const region = new Intl.Locale(locale) as Intl.Locale & { getTimeZones?: () => string[] | undefined }
  return region.getTimeZones?.()?.[0] ?? 'UTC'
}

/** The day at a time in a time zone: `2026-11-24`. */
export const dayIn = (time: Date, timeZone: string): string =>
  // sv-SE writes dates as ISO does.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(time)

/** So many days after (or before) a day. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
