import { expect, test } from 'vitest'
import { stateFor } from './state-for.ts'

const countries = [
  {
    id: 101,
    states: [
      { id: 17, postcode_prefixes: ['56', '57'] },
      { id: 32, postcode_prefixes: ['6', '67'] },
      { id: 33, postcode_prefixes: ['605'] },
    ],
  },
  { id: 153, states: [] },
]
const values = { 'shipping.country_id': '101', 'billing.country_id': '153' }
const state = (name: string, postcode: string) => stateFor(name, postcode, values, countries)

test('a postcode fills in its state as soon as the state is unambiguous', () => {
  expect(state('shipping.postcode', '5')).toEqual({})
  expect(state('shipping.postcode', '56')).toEqual({ 'shipping.state_id': '17' })
  expect(state('shipping.postcode', '57 1001')).toEqual({ 'shipping.state_id': '17' })
})

test('of several matching prefixes the longest counts', () => {
  expect(state('shipping.postcode', '605001')).toEqual({ 'shipping.state_id': '33' })
  expect(state('shipping.postcode', '671001')).toEqual({ 'shipping.state_id': '32' })
})

test('another field, an unknown postcode or a country without states changes nothing', () => {
  expect(state('shipping.city', '560001')).toEqual({})
  expect(state('shipping.postcode', '999999')).toEqual({})
  expect(state('billing.postcode', '560001')).toEqual({})
})
