import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { invalid } from '#server/platform/kernel/errors.ts'

/**
 * Checks that a promised day, `2026-11-24`, is a calendar date and not past in the shop's time zone.
 * @throws 422 at expected_at.
 */
export function requireExpectedDate(day: string | undefined, locale: string): void {
  if (day === undefined) return
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || new Date(day).toJSON()?.slice(0, 10) !== day)
    throw invalid({ expected_at: ['must be a day such as 2026-11-24'] })
  if (day < dayIn(new Date(), timeZoneOf(locale))) throw invalid({ expected_at: ['must not be in the past'] })
}
