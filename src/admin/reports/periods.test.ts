import { expect, test } from 'vitest'
import { type Preset, presetOf, presets, rangeOf, readReportState } from './periods.ts'

const today = '2026-05-31'

test.for<[Preset, string, string]>([
  ['today', '2026-05-31', '2026-05-31'],
  ['yesterday', '2026-05-30', '2026-05-30'],
  ['week', '2026-05-25', '2026-05-31'],
  ['month', '2026-05-02', '2026-05-31'],
  ['this_month', '2026-05-01', '2026-05-31'],
  ['last_month', '2026-04-01', '2026-04-30'],
  ['this_year', '2026-01-01', '2026-05-31'],
  ['last_year', '2025-01-01', '2025-12-31'],
  ['year', '2025-06-01', '2026-05-31'],
])('the preset %s is from %s to %s', ([preset, from, to]) => {
  expect(rangeOf(preset, today)).toEqual({ from, to })
  expect(presets[presetOf({ from, to }, today) as Preset]).toBe(presets[preset])
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
