import { expect, test } from 'vitest'
import { readEditorMessage } from './live-edit-message.ts'

const read = (type: string, payload?: unknown) => readEditorMessage({ source: 'builder', type, payload })

test('readEditorMessage names a section by id or by key', () => {
  expect(read('section:select', { id: 81 })).toEqual({ type: 'section:select', payload: { key: 'sec_81' } })
  expect(read('section:select', { key: 'new_1' })).toEqual({
    type: 'section:select',
    payload: { key: 'new_1' },
  })
  expect(read('section:select', { id: null })).toEqual({ type: 'section:select', payload: { key: null } })
})

test('readEditorMessage fills in what an update leaves out', () => {
  expect(read('section:update', { id: 81, component: 'Banner' })).toEqual({
    type: 'section:update',
    payload: { key: 'sec_81', component: 'Banner', settings: {}, is_visible: true },
  })
  const full = {
    key: 'new_1',
    component: 'Banner',
    settings: { title: 'A' },
    is_visible: false,
    before: null,
  }
  expect(read('section:update', { ...full, token: '1.2.x', more: 1 })).toEqual({
    type: 'section:update',
    payload: { ...full, token: '1.2.x' },
  })
})

test('readEditorMessage reads a scroll to a section or to a part of the page', () => {
  expect(read('scroll:to', { id: 81 })).toEqual({ type: 'scroll:to', payload: { key: 'sec_81' } })
  expect(read('scroll:to', { area: 'footer' })).toEqual({ type: 'scroll:to', payload: { area: 'footer' } })
  expect(read('page:reload')).toEqual({ type: 'page:reload' })
})

test.each([
  undefined,
  null,
  'section:update',
  [],
  { type: 'page:reload' },
  { source: 'storefront', type: 'page:reload' },
  { source: 'builder', type: 'section:remove', payload: { id: 81 } },
  { source: 'builder', type: 'section:select', payload: {} },
  { source: 'builder', type: 'section:select', payload: { id: '81' } },
  { source: 'builder', type: 'section:select', payload: { key: '"] body' } },
  { source: 'builder', type: 'section:update', payload: { id: 81 } },
  { source: 'builder', type: 'section:update', payload: { component: 'Banner' } },
  { source: 'builder', type: 'section:update', payload: { id: 81, component: 'Banner', settings: [] } },
  { source: 'builder', type: 'section:update', payload: { id: 81, component: 'Banner', is_visible: 'no' } },
  { source: 'builder', type: 'section:update', payload: { id: 81, component: 'Banner', before: 7 } },
  { source: 'builder', type: 'section:update', payload: { id: 81, component: 'Banner', token: 7 } },
  { source: 'builder', type: 'scroll:to', payload: { area: 'body' } },
])('readEditorMessage refuses %j', (data) => {
  expect(readEditorMessage(data)).toBeUndefined()
})
