import { expect, test } from 'vitest'
import { deliveryText } from './delivery-text.ts'

const inr = (rupees: number) => ({ amount: rupees * 100, currency: 'INR' })
const standard = { amount: inr(79), free_from: inr(1499), eta_days: { min: 1, max: 14 } }
const express = { amount: inr(199), free_from: null, eta_days: null }
const textFor = (rupees: number, ways: Parameters<typeof deliveryText>[0] = [express, standard]) =>
  deliveryText(ways, { price: inr(rupees), today: '2026-11-27', locale: 'en-IN' })

test('the text has price, free delivery amount and dates of the cheapest method', () => {
  expect(textFor(749)).toEqual({ cost: 'Delivery ₹79, free from ₹1,499', dates: 'Sat 28 Nov – Fri 11 Dec' })
})

test('a product above the free delivery amount has free delivery', () => {
  expect(textFor(1499).cost).toBe('Free delivery')
})

test('a method that is never free shows only its price, without dates where it has none', () => {
  expect(textFor(5000, [express])).toEqual({ cost: 'Delivery ₹199', dates: null })
})

test('a shop without delivery methods shows no text', () => {
  expect(textFor(749, [])).toEqual({ cost: 'Delivery cost and dates are shown before you pay', dates: null })
})
