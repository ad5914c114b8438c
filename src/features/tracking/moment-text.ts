/**
 * Locale and time zone of times: `{ locale: 'en-IN', timeZone: 'Asia/Kolkata' }`. Sent by the server, so that
 * both sides agree.
 */
export type TimePlace = { locale: string; timeZone: string }

/** `Tue 24 Nov`. Composed here, because server and browser may have different locale data. */
export function dayText(iso: string, { locale, timeZone }: TimePlace): string {
  const date = new Date(iso.length === 10 ? `${iso}T00:00:00Z` : iso)
  const zone = iso.length === 10 ? 'UTC' : timeZone
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }).format(date)
  return `${part({ weekday: 'short' })} ${part({ day: 'numeric' })} ${part({ month: 'short' })}`
}

/** `6:10 am` in locales with a 12-hour clock, `06:10` elsewhere. */
export function timeText(iso: string, { locale, timeZone }: TimePlace): string {
  const clock = new Intl.DateTimeFormat('sv-SE', { hour: '2-digit', minute: '2-digit', timeZone }).format(
    new Date(iso),
  )
  if (!new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12) return clock
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

export const momentText = (iso: string, place: TimePlace) => `${dayText(iso, place)}, ${timeText(iso, place)}`
