import { expect, test } from 'vitest'
import { dayOf, deliveryRange, shippingTimes } from './delivery-dates.ts'

test('a range within a month names the month once', () => {
  expect(deliveryRange('2026-11-21', { min: 3, max: 5 }, 'en-IN')).toBe('Tue 24 – Thu 26 Nov')
})

test('a range over the end of a month or year names both months', () => {
  expect(deliveryRange('2026-11-27', { min: 3, max: 5 }, 'en-IN')).toBe('Mon 30 Nov – Wed 2 Dec')
  expect(deliveryRange('2026-12-30', { min: 1, max: 3 }, 'en-IN')).toBe('Thu 31 Dec – Sat 2 Jan')
})

test('a range of one day is a single date', () => {
  expect(deliveryRange('2028-02-28', { min: 1, max: 1 }, 'en-IN')).toBe('Tue 29 Feb')
})

test('today is the date in the shop’s time zone, not the server’s', () => {
  const lateEvening = new Date('2026-11-20T19:30:00Z')
  expect(dayOf(lateEvening, 'en-IN')).toBe('2026-11-21')
  expect(dayOf(lateEvening, 'en')).toBe('2026-11-20')
})

test('days until an order is sent and days from then until its delivery add up to the delivery days', () => {
  for (const eta of [
    { min: 1, max: 1 },
    { min: 1, max: 2 },
    { min: 2, max: 5 },
  ])
    for (const handlingDays of [0, 1, 2, 9]) {
      const { handling, transit } = shippingTimes(eta, handlingDays)
      expect({ min: handling.min + transit.min, max: handling.max + transit.max }).toEqual(eta)
      expect(handling.max).toBeLessThanOrEqual(handlingDays)
    }
  expect(shippingTimes({ min: 2, max: 5 }, 2)).toEqual({
    handling: { min: 0, max: 2 },
    transit: { min: 2, max: 3 },
  })
})
