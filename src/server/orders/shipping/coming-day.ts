import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { invalid } from '#server/http/errors.ts'

/**
 * A day that a shopper is told, `2026-11-24`, is one of the calendar and has not gone by where the shop is.
 * @throws 422 at expected_at.
 */
export function requireComingDay(day: string | undefined, locale: string): void {
  if (day === undefined) return
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || new Date(day).toJSON()?.slice(0, 10) !== day)
    throw invalid({ expected_at: ['must be a day such as 2026-11-24'] })
  if (day < dayIn(new Date(), timeZoneOf(locale))) throw invalid({ expected_at: ['must not have gone by'] })
}
