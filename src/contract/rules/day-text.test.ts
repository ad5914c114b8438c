import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clockText, dayText, longTimeText, weekdayText, weekdayTimeText } from './day-text.ts'
import { addDays, dayParts, PLAIN_DAYS } from './time-zone.ts'

const india = ['en-IN', 'Asia/Kolkata'] as const
const germany = ['en-DE', 'Europe/Berlin'] as const

test('a scan’s time is in the shop’s time zone', () => {
  expect(weekdayTimeText('2026-11-23T20:40:00Z', ...india)).toBe('Tue 24 Nov, 2:10 am')
  expect(clockText('2026-11-23T06:30:00Z', ...india)).toBe('12:00 pm')
  expect(clockText('2026-11-23T20:40:00Z', ...germany)).toBe('21:40')
})

test('a date is the same in every time zone', () => {
  expect(weekdayText('2026-11-24', ...india)).toBe('Tue 24 Nov')
  expect(weekdayText('2026-11-24', 'en-US', 'America/New_York')).toBe('Tue 24 Nov')
})

test('a day alone is formatted the same in every time zone', () => {
  expect(dayText('2026-11-24', 'en-IN', 'America/New_York')).toBe('24 Nov 2026')
  expect(longTimeText('2026-11-24T04:45:00Z', 'en-IN', 'Asia/Kolkata')).toMatch(/^24 November 2026.*10:15/)
})

test('days of the plain locales are formatted as Intl does', () => {
  for (const locale of PLAIN_DAYS.keys()) {
    const byIntl = ([{ weekday: 'short' }, { month: 'short' }, { dateStyle: 'medium' }] as const).map(
      (options) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }),
    )
    for (let at = 0; at < 800; at++) {
      const day = addDays('2027-12-25', at)
      const { weekday, month } = dayParts(day, locale)
      expect([weekday, month, dayText(day, locale, 'UTC')]).toEqual(
        byIntl.map((formatter) => formatter.format(new Date(day))),
      )
    }
  }
})

test('numbers and amounts are formatted in one place of the shop, and of the back office', () => {
  const others = globSync('src/**/*.{ts,tsx}').filter((file) =>
    /NumberFormat\(|\.toLocaleString\(/.test(readFileSync(file, 'utf8')),
  )
  expect(others.filter((file) => !file.endsWith('.test.ts')).toSorted()).toEqual([
    // Numbers of the back office in the shop's locale.
    'src/admin/parts/format.ts',
    'src/contract/money.ts',
    // The symbol and the decimals of a currency.
    'src/server/commerce/checkout/editing/manage-channels.ts',
  ])
})

test('formatters of dates are created in one place', () => {
  const others = globSync('src/**/*.{ts,tsx}').filter((file) =>
    /DateTimeFormat\(|toLocale(Date|Time)String/.test(readFileSync(file, 'utf8')),
  )
  expect(others.filter((file) => !file.endsWith('.test.ts')).toSorted()).toEqual([
    // The zone of this computer, and the entry of a time in the shop's.
    'src/admin/parts/local-time.ts',
    // The one that caches its formatters.
    'src/contract/rules/time-zone.ts',
    // The scripts of pages without React, in the time zone of the visitor.
    'src/server/http/pages/offline-page.ts',
    'src/server/http/pages/special-page-assets.ts',
  ])
})
