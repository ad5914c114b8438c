import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'

/** A day without a time: `2026-11-24`. */
export type Day = string

export type EtaDays = { min: number; max: number }

/**
 * The day it is now where the shop's customers are. Only for the server: a page is rendered and hydrated with the same day.
 */
export const dayOf = (time: Date, locale: string): Day => dayIn(time, timeZoneOf(locale))

/** When it arrives, in the locale's words: `Tue 24 – Thu 26 Nov`, `Mon 30 Nov – Wed 2 Dec`, or one day. */
export function deliveryRange(from: Day, { min, max }: EtaDays, locale: string): string {
  const first = partsOf(from, min, locale)
  const last = partsOf(from, max, locale)
  if (min === max) return `${first.weekday} ${first.day} ${first.month}`
  const month = first.month === last.month ? '' : ` ${first.month}`
  return `${first.weekday} ${first.day}${month} – ${last.weekday} ${last.day} ${last.month}`
}

function partsOf(from: Day, days: number, locale: string) {
  const date = new Date(`${from}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  const part = (name: 'weekday' | 'day' | 'month', style: 'short' | 'numeric') =>
    new Intl.DateTimeFormat(locale, { [name]: style, timeZone: 'UTC' }).format(date)
  return { weekday: part('weekday', 'short'), day: date.getUTCDate(), month: part('month', 'short') }
}
