import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', 0],
  ['a', 1],
  ['abcdefghijkl', 1],
  ['Abcdefgh1', 1],
  ['aB1!x', 1],
  ['ABCDEF1!', 1],
  ['abcdef1!', 1],
  ['aB1!xy', 2],
  ['aB1!xyz', 2],
  ['aBcdefg!', 2],
  ['aBcdef!', 1],
  ['aB1!xyzw', 3],
  ['Long enough 1', 3],
] as const)('the meter gives %j %i', (password, score) => {
  expect(passwordStrength(password)).toBe(score)
})

test('letters of other alphabets count as lower or upper case', () => {
  expect(passwordStrength('Ärger-über-1')).toBe(3)
})
