import { expect, test } from 'vitest'
import { dayText, momentText, timeText } from './moment-text.ts'

const india = { locale: 'en-IN', timeZone: 'Asia/Kolkata' }
const germany = { locale: 'en-DE', timeZone: 'Europe/Berlin' }

test('a scan’s time is in the shop’s time zone', () => {
  expect(momentText('2026-11-23T20:40:00Z', india)).toBe('Tue 24 Nov, 2:10 am')
  expect(timeText('2026-11-23T06:30:00Z', india)).toBe('12:00 pm')
  expect(timeText('2026-11-23T20:40:00Z', germany)).toBe('21:40')
})

test('a date is the same in every time zone', () => {
  expect(dayText('2026-11-24', india)).toBe('Tue 24 Nov')
  expect(dayText('2026-11-24', { locale: 'en-US', timeZone: 'America/New_York' })).toBe('Tue 24 Nov')
})
