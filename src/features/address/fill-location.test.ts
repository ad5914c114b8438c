import { expect, test } from 'vitest'
import { fillLocation } from './fill-location.ts'

const empty = { 'shipping.postcode': '560001', 'shipping.city': '', 'shipping.state_id': '' }
const known = {
  part: 'shipping',
  postcode: '560001',
  location: { city: 'Bengaluru', state_id: 17 },
  filled: '',
} as const

test('a postcode fills in its city and state', () => {
  expect(fillLocation(empty, known)).toEqual({ 'shipping.city': 'Bengaluru', 'shipping.state_id': '17' })
  expect(fillLocation(empty, { ...known, location: { city: null, state_id: 17 } })).toEqual({
    'shipping.state_id': '17',
  })
  expect(fillLocation(empty, { ...known, location: { city: null, state_id: null } })).toEqual({})
})

test('a typed city stays, and one that another postcode has filled in is replaced', () => {
  expect(fillLocation({ ...empty, 'shipping.city': 'Whitefield' }, known)).toEqual({
    'shipping.state_id': '17',
  })
  expect(fillLocation({ ...empty, 'shipping.city': 'Mumbai' }, { ...known, filled: 'Mumbai' })).toMatchObject(
    {
      'shipping.city': 'Bengaluru',
    },
  )
})

test('the location of an outdated postcode fills in nothing', () => {
  expect(fillLocation({ ...empty, 'shipping.postcode': '400001' }, known)).toEqual({})
})

test('a city that is being typed is left alone', () => {
  expect(fillLocation(empty, known, { isTyping: true })).toEqual({ 'shipping.state_id': '17' })
})
