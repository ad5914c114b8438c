import { expect, test } from 'vitest'
import { deliveryWords } from './delivery-words.ts'

const inr = (rupees: number) => ({ amount: rupees * 100, currency: 'INR' })
const standard = { amount: inr(79), free_from: inr(1499) }
const express = { amount: inr(199), free_from: null }
const wordsFor = (rupees: number, ways = [express, standard]) =>
  deliveryWords(ways, inr(rupees), 'en-IN').replace(/\. .*$/, '')

test('the cheapest way counts, and from when on it is free', () => {
  expect(wordsFor(749)).toBe('Delivery ₹79, free from ₹1,499')
})

test('what costs as much by itself comes free', () => {
  expect(wordsFor(1499)).toBe('Free delivery')
})

test('a way that is never free says no more than its price', () => {
  expect(wordsFor(5000, [express])).toBe('Delivery ₹199')
})

test('a shop that tells no way promises nothing', () => {
  expect(wordsFor(749, [])).toBe('Delivery cost and dates are shown before you pay')
})
