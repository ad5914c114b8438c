import { expect, test } from 'vitest'
import { placeInto } from './place-into.ts'

const empty = { 'shipping.postcode': '560001', 'shipping.city': '', 'shipping.state_id': '' }
const known = {
  part: 'shipping',
  postcode: '560001',
  place: { city: 'Bengaluru', state_id: 17 },
  filled: '',
} as const

test('a postcode fills in its city and state', () => {
  expect(placeInto(empty, known)).toEqual({ 'shipping.city': 'Bengaluru', 'shipping.state_id': '17' })
  expect(placeInto(empty, { ...known, place: { city: null, state_id: 17 } })).toEqual({
    'shipping.state_id': '17',
  })
  expect(placeInto(empty, { ...known, place: { city: null, state_id: null } })).toEqual({})
})

test('a city that somebody has typed stays, one that another postcode has filled in goes', () => {
  expect(placeInto({ ...empty, 'shipping.city': 'Whitefield' }, known)).toEqual({ 'shipping.state_id': '17' })
  expect(placeInto({ ...empty, 'shipping.city': 'Mumbai' }, { ...known, filled: 'Mumbai' })).toMatchObject({
    'shipping.city': 'Bengaluru',
  })
})

test('an answer about a postcode that is not there any more fills in nothing', () => {
  expect(placeInto({ ...empty, 'shipping.postcode': '400001' }, known)).toEqual({})
})
