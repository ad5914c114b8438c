import { expect, test } from 'vitest'
import type { SectionShown } from '#sections/section.ts'
import { withMove, without, withUpdate } from './section-list.ts'

const section = (key: string): SectionShown => ({
  key,
  component: 'Headline',
  settings: { title: key },
  data: null,
  edit: { id: 1, label: 'Headline' },
})
const sections = ['a', 'b', 'c'].map(section)
const keysOf = (list: readonly SectionShown[] | undefined) => list?.map(({ key }) => key).join('')
const loaded = { settings: { title: 'New' }, data: { posts: [] } }

test('withUpdate replaces the settings and data of a section in its place', () => {
  const updated = withUpdate(sections, { key: 'b', component: 'Banner' }, loaded)
  expect(keysOf(updated)).toBe('abc')
  expect(updated[1]).toEqual({ ...loaded, key: 'b', component: 'Banner', edit: { id: 1, label: 'Headline' } })
  expect(updated[0]).toBe(sections[0])
})

test.each([
  ['c', 'a', 'cab'],
  ['a', null, 'bca'],
  ['new', 'b', 'anewbc'],
  ['new', undefined, 'abcnew'],
  ['new', 'gone', 'abcnew'],
] as const)('withUpdate puts section %s before %s', (key, before, order) => {
  const update = { key, component: 'BlogTeaser', ...(before !== undefined && { before }) }
  const updated = withUpdate(sections, update, loaded)
  expect(keysOf(updated)).toBe(order)
  if (key === 'new')
    expect(updated.find((one) => one.key === key)?.edit).toEqual({ id: 0, label: 'Blog teaser' })
})

test('withMove moves a section by one and names the section that follows it', () => {
  expect(withMove(sections, 'b', -1)).toMatchObject({ before: 'a' })
  expect(keysOf(withMove(sections, 'b', -1)?.sections)).toBe('bac')
  expect(withMove(sections, 'b', 1)).toMatchObject({ before: null })
  expect(keysOf(withMove(sections, 'a', 1)?.sections)).toBe('bac')
  expect(withMove(sections, 'a', 1)).toMatchObject({ before: 'c' })
})

test('withMove changes nothing at the ends of the list', () => {
  expect(withMove(sections, 'a', -1)).toBeUndefined()
  expect(withMove(sections, 'c', 1)).toBeUndefined()
  expect(withMove(sections, 'gone', 1)).toBeUndefined()
})

test('without leaves a section out', () => {
  expect(keysOf(without(sections, 'b'))).toBe('ac')
})
