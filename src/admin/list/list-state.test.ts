import { expect, test } from 'vitest'
import { listSearch, readListState, readRowsChoice } from './list-state.ts'

const sort = { field: 'id', order: 'DESC' } as const

test('the address of a list is read as it was written', () => {
  const state = {
    page: 3,
    sort: { field: 'name', order: 'ASC' },
    filterValues: { q: 'a & b', page: '9' },
  } as const
  expect(readListState(listSearch(state), sort)).toEqual(state)
})

test('an address without a page, or with one that is none, shows the first', () => {
  const first = { page: 1, sort, filterValues: {} }
  for (const search of [
    '',
    '?page=-4',
    '?page=x',
    '?filter=[1]',
    '?filter=nothing',
    '?filter=null',
    '?filter={"q":{}}',
  ])
    expect(readListState(search, sort)).toEqual(first)
})

test('a link may filter by a number', () => {
  expect(readListState('?filter={"parent_id":7}', sort).filterValues).toEqual({ parent_id: '7' })
})

test('the rows of a page are one of the choices, whatever the browser remembers', () => {
  expect(readRowsChoice('100')).toBe(100)
  for (const stored of [null, '', '1e2', '1000']) expect(readRowsChoice(stored)).toBeUndefined()
})
