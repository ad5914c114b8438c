import { expect, test } from 'vitest'
import {
  type AddressPanel,
  nextPanel,
  type PanelEvent,
  preselected,
  startPanel,
  titleOf,
} from './address-panel.ts'

const after = (panel: AddressPanel, ...events: PanelEvent[]) => events.reduce(nextPanel, panel)
const home = { id: 31, default: false }
const office = { id: 32, default: true }

test('without saved addresses there is only the form, without Cancel', () => {
  const panel = startPanel([])
  expect(panel.view).toBe('form')
  expect(after(panel, { type: 'cancel' })).toBe(panel)
  expect(titleOf(panel)).toBe('Address')
})

test('with saved addresses the selected one is shown; Change opens the selector and Cancel returns', () => {
  const panel = startPanel([home])
  expect(panel).toEqual({ view: 'selected' })
  expect(after(panel, { type: 'change' })).toEqual({ view: 'selector' })
  expect(after(panel, { type: 'change' }, { type: 'cancel' })).toEqual({ view: 'selected' })
})

test('Edit and Add open the form, Cancel there returns to the selector', () => {
  const selector = after(startPanel([home]), { type: 'change' })
  const editing = after(selector, { type: 'edit', addressId: 31 })
  const adding = after(selector, { type: 'add' })

  expect([titleOf(selector), titleOf(editing), titleOf(adding)]).toEqual([
    'Select Address',
    'Edit Address',
    'Add Address',
  ])
  expect(after(editing, { type: 'cancel' })).toEqual({ view: 'selector' })
  expect(after(adding, { type: 'cancel' })).toEqual({ view: 'selector' })
})

test('using an address returns to the selected one', () => {
  expect(after(startPanel([home]), { type: 'change' }, { type: 'use' })).toEqual({ view: 'selected' })
})

test('an event that does not apply to a view changes nothing', () => {
  expect(after({ view: 'selected' }, { type: 'add' }, { type: 'cancel' })).toEqual({ view: 'selected' })
})

test("the cart's address is preselected, else the default one", () => {
  expect(preselected([home, office], { address_id: 31 })).toBe(home)
  expect(preselected([home, office], { address_id: null })).toBe(office)
  expect(preselected([home], null)).toBe(home)
  expect(preselected([], null)).toBeUndefined()
})
