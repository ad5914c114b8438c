import { addDays, dayIn, dayParts, timeZoneOf } from './time-zone.ts'

/** A date without a time: `2026-11-24`. */
export type Day = string

export type EtaDays = { min: number; max: number }

/**
 * The days from order to delivery by one method, the same for a cart's address and for the shop's terms.
 * @param area the days to a delivery area, or the fewest and most to any
 * @param daysAdded by the method; a faster one subtracts days, but never delivers the same day
 * @param wait the days until the goods can be sent
 */
export function etaDays({ min: shortest, max: longest }: EtaDays, daysAdded: number, wait = 0): EtaDays {
  const min = Math.max(1, shortest + daysAdded)
  return { min: wait + min, max: wait + Math.max(min, longest + daysAdded) }
}

/**
 * Days until an order is sent, and days from then until its delivery, for search engines. The shop's delivery
 * days count from the order, so they contain the days until it is sent, and the sums equal them.
 * @param handlingDays the setting `handling_days`: at most this many days until an order is sent; fewer for a method that
 * would arrive too late otherwise
 */
export function shippingTimes({ min, max }: EtaDays, handlingDays: number) {
  const handling = Math.min(handlingDays, max - min)
  return { handling: { min: 0, max: handling }, transit: { min, max: max - handling } }
}

/** Today's date in the shop's time zone. Only for the server: a page is rendered and hydrated with the same date. */
export const dayOf = (time: Date, locale: string): Day => dayIn(time, timeZoneOf(locale))

/** The delivery dates in the locale's format: `Tue 24 – Thu 26 Nov`, `Mon 30 Nov – Wed 2 Dec`, or one date. */
export function deliveryRange(from: Day, { min, max }: EtaDays, locale: string): string {
  const first = dayParts(addDays(from, min), locale)
  const last = dayParts(addDays(from, max), locale)
  if (min === max) return `${first.weekday} ${first.day} ${first.month}`
  const month = first.month === last.month ? '' : ` ${first.month}`
  return `${first.weekday} ${first.day}${month} – ${last.weekday} ${last.day} ${last.month}`
}
