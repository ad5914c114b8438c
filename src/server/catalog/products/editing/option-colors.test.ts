import { expect, test } from 'vitest'
import { colorOf, isColorOption } from './option-colors.ts'

test.each([
  ['Navy', '#000080'],
  ['Dark Olive Green', '#556b2f'],
  ['Dunkelblau', '#1b2a49'],
  ['Grün', '#2e7d4f'],
  ['Vert', '#2e7d4f'],
  ['Weiß', '#ffffff'],
  ['#0AF', '#00aaff'],
  ['#1b2a49', '#1b2a49'],
])('the colour of %s is %s', (label, color) => {
  expect(colorOf(label)).toBe(color)
})

test.each(['Leopard', 'Black/White', 'constructor', '', 'toString', '#12345'])(
  '%s names no colour',
  (label) => {
    expect(colorOf(label)).toBeUndefined()
  },
)

test('colour options are recognized by their names', () => {
  expect(['Color', 'Colour', 'Farbe', 'Couleur', 'Kleur'].map(isColorOption)).toEqual(Array(5).fill(true))
  expect(['Size', 'Material', 'Größe'].map(isColorOption)).toEqual([false, false, false])
})
