/** How times are written here, and where: `{ locale: 'en-IN', timeZone: 'Asia/Kolkata' }`. The server tells, so that both sides agree. */
export type TimePlace = { locale: string; timeZone: string }

/** `Tue 24 Nov`. Put together by hand, as server and browser may know different patterns. */
export function dayText(iso: string, { locale, timeZone }: TimePlace): string {
  const date = new Date(iso.length === 10 ? `${iso}T00:00:00Z` : iso)
  const zone = iso.length === 10 ? 'UTC' : timeZone
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }).format(date)
  return `${part({ weekday: 'short' })} ${part({ day: 'numeric' })} ${part({ month: 'short' })}`
}

/** `6:10 am` where clocks go to twelve, `06:10` elsewhere. */
export function timeText(iso: string, { locale, timeZone }: TimePlace): string {
  const clock = new Intl.DateTimeFormat('sv-SE', { hour: '2-digit', minute: '2-digit', timeZone }).format(
    new Date(iso),
  )
  if (!new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12) return clock
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

export const momentText = (iso: string, place: TimePlace) => `${dayText(iso, place)}, ${timeText(iso, place)}`
