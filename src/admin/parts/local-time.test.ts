import { expect, test } from 'vitest'
import { fromZoneTime, toZoneTime } from './local-time.ts'

test('a time is entered in the zone of the shop, also around a clock change', () => {
  for (const [zone, local, time] of [
    ['Asia/Kolkata', '2026-08-31T23:59', '2026-08-31T18:29:00.000Z'],
    ['America/New_York', '2026-03-08T03:30', '2026-03-08T07:30:00.000Z'],
    ['America/New_York', '2026-11-01T00:30', '2026-11-01T04:30:00.000Z'],
    ['UTC', '2026-01-01T00:00', '2026-01-01T00:00:00.000Z'],
  ] as const) {
    expect(fromZoneTime(local, zone)).toBe(time)
    expect(toZoneTime(time, zone)).toBe(local)
  }
  expect([fromZoneTime('', 'UTC'), toZoneTime('', 'UTC'), toZoneTime('no time', 'UTC')]).toEqual([
    null,
    '',
    '',
  ])
})
