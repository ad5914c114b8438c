import { expect, test } from 'vitest'
import { raiseOver } from './raise-messages.ts'

const box = { top: 700, bottom: 740, left: 100, right: 300 }
const at = (top: number, bottom: number, left = 0, right = 400) => ({ top, bottom, left, right })

test('a message stays where it covers nothing', () => {
  expect(raiseOver([at(650, 700), at(740, 800), at(700, 740, 300, 400)], box)).toBe(0)
})

test('a message rises over what it covers, and over what it would cover there', () => {
  expect(raiseOver([at(720, 760)], box)).toBe(28)
  expect(raiseOver([at(720, 760), at(660, 700)], box)).toBe(88)
  expect(raiseOver([at(720, 760), at(600, 660)], box)).toBe(28)
})

test('a message stays in a window without a free place', () => {
  expect(raiseOver([at(0, 760)], box)).toBe(0)
  expect(
    raiseOver(
      Array.from({ length: 40 }, (_, n) => at(n * 20, n * 20 + 10)),
      box,
    ),
  ).toBe(0)
})
