import { expect, test } from 'vitest'
import { type Period, periods } from '#contract/admin/report-names.ts'
import { periodOf, rangeOf, readReportState } from './periods.ts'

const today = '2026-05-31'

test.for<[Period, string, string]>([
  ['today', '2026-05-31', '2026-05-31'],
  ['yesterday', '2026-05-30', '2026-05-30'],
  ['week', '2026-05-25', '2026-05-31'],
  ['month', '2026-05-02', '2026-05-31'],
  ['this_month', '2026-05-01', '2026-05-31'],
  ['last_month', '2026-04-01', '2026-04-30'],
  ['this_quarter', '2026-04-01', '2026-05-31'],
  ['last_quarter', '2026-01-01', '2026-03-31'],
  ['this_year', '2026-01-01', '2026-05-31'],
  ['last_year', '2025-01-01', '2025-12-31'],
  ['year', '2025-06-01', '2026-05-31'],
])('the period %s is from %s to %s', ([period, from, to]) => {
  expect(rangeOf(period, today)).toEqual({ from, to })
  expect(periods[periodOf({ from, to }, today) as Period]).toBe(periods[period])
})

test('an address with unknown names or days shows the sales of the last 30 days', () => {
  const query = new URLSearchParams('report=constructor&from=2026-99-99&to=x&compare=__proto__&channel=')
  expect(readReportState(query, today)).toEqual({
    report: 'days',
    ...rangeOf('month', today),
    compare: 'previous',
  })
})

test('an address with a report, days, comparison and channel shows these', () => {
  const query = { report: 'stock', from: '2026-01-01', to: '2026-01-02', compare: 'year', channel: 'de' }
  expect(readReportState(new URLSearchParams(query), today)).toEqual(query)
})
