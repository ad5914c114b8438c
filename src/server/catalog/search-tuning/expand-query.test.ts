import { expect, test } from 'vitest'
import { expandQuery, replacementsOf } from './expand-query.ts'

const replacements = replacementsOf([
  { term: 'sofa', synonyms: ['couch', 'Settée'], is_two_way: true },
  { term: 'tableware', synonyms: ['plate', 'bowl'], is_two_way: false },
  { term: 'tea pot', synonyms: ['teapot'], is_two_way: true },
])
const expand = (query: string) => expandQuery(query, replacements)

test('a two-way synonym replaces every member by every other, without accents and case', () => {
  expect(expand('Sofa')).toEqual(['couch', 'settee'])
  expect(expand('red SETTÉE')).toEqual(['red sofa', 'red couch'])
})

test('a one-way synonym adds only to its word', () => {
  expect(expand('tableware')).toEqual(['plate', 'bowl'])
  expect(expand('plate')).toEqual([])
})

test('a synonym of several words replaces them together, and the other way round', () => {
  expect(expand('blue tea pot')).toEqual(['blue teapot'])
  expect(expand('teapot lid')).toEqual(['tea pot lid'])
  expect(expand('tea')).toEqual([])
})

test('several words are replaced at once, after the alternatives with one replacement', () => {
  expect(expand('sofa teapot')).toEqual([
    'couch teapot',
    'settee teapot',
    'sofa tea pot',
    'couch tea pot',
    'settee tea pot',
  ])
})

test('the number of alternatives is limited, and long queries have none', () => {
  expect(expand('sofa sofa sofa sofa')).toHaveLength(12)
  expect(expand('a b c d e f g h sofa')).toEqual([])
})
