import { expect, test } from 'vitest'
import { type AddressStepEvent, type AddressStepState, nextAddressStep } from './address-step-state.ts'

const start: AddressStepState = {
  values: { 'shipping.country_id': '101', 'shipping.city': '', 'shipping.postcode': '' },
  isDraft: false,
  left: new Set(),
  refusals: {},
  message: null,
  isSaving: false,
  attempts: 0,
}
const countries = [{ id: 101, states: [{ id: 17, postcode_prefixes: ['56'] }] }]

const after = (...events: AddressStepEvent[]) => events.reduce(nextAddressStep, start)
const change = (name: string, value: string) => ({ type: 'changed', name, value, countries }) as const

test('changes of several fields in one batch are all applied, and a postcode chooses its state', () => {
  const { values, isDraft } = after(
    change('shipping.city', 'Bengaluru'),
    change('shipping.postcode', '560001'),
  )

  expect(values).toMatchObject({
    'shipping.city': 'Bengaluru',
    'shipping.postcode': '560001',
    'shipping.state_id': '17',
  })
  expect(isDraft).toBe(true)
})

test('restored values are no draft of their own', () => {
  const restored = after({ type: 'restored', values: { 'shipping.city': 'Pune' } })

  expect(restored).toMatchObject({ values: { 'shipping.city': 'Pune' }, isDraft: false })
})

test('a refused save shows its errors until the shopper changes their fields', () => {
  const errors = { 'shipping.city': 'Not a city', 'shipping.postcode': 'Unknown' }
  const refused = after({ type: 'saving', shown: [] }, { type: 'refused', errors, message: 'Check it' })
  expect(refused).toMatchObject({ refusals: errors, message: 'Check it', isSaving: false, attempts: 1 })

  const changed = nextAddressStep(refused, change('shipping.city', 'Pune'))
  expect(changed).toMatchObject({ refusals: { 'shipping.postcode': 'Unknown' }, message: null })
  expect(changed.refusals).not.toHaveProperty(['shipping.city'])
  expect(nextAddressStep(refused, { type: 'filled', values: start.values }).refusals).toEqual({})
})

test('the place of a postcode keeps the server’s errors', () => {
  const errors = { 'shipping.city': 'Not a city' }
  const state = after(
    { type: 'refused', errors, message: null },
    { type: 'completed', change: (values) => ({ ...values, 'shipping.city': 'Pune' }) },
  )

  expect(state).toMatchObject({ values: { 'shipping.city': 'Pune' }, refusals: errors })
})

test('a field that was left empty shows no error before an attempt', () => {
  expect(after({ type: 'left', name: 'shipping.city' }).left.size).toBe(0)
  expect([...after({ type: 'stopped', shown: ['shipping.city'] }).left]).toEqual(['shipping.city'])
})
