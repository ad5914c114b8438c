import { expect, test } from 'vitest'
import { deliveryText } from './delivery-text.ts'

const inr = (rupees: number) => ({ amount: rupees * 100, currency: 'INR' })
const standard = { amount: inr(79), free_from: inr(1499) }
const express = { amount: inr(199), free_from: null }
const wordsFor = (rupees: number, ways = [express, standard]) =>
  deliveryText(ways, inr(rupees), 'en-IN').replace(/\. .*$/, '')

test('the text has the cheapest method’s price and its free delivery amount', () => {
  expect(wordsFor(749)).toBe('Delivery ₹79, free from ₹1,499')
})

test('a product above the free delivery amount has free delivery', () => {
  expect(wordsFor(1499)).toBe('Free delivery')
})

test('a method that is never free shows only its price', () => {
  expect(wordsFor(5000, [express])).toBe('Delivery ₹199')
})

test('a shop without delivery methods shows no text', () => {
  expect(wordsFor(749, [])).toBe('Delivery cost and dates are shown before you pay')
})
