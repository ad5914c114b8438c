import { expect, test } from 'vitest'
import { moveActiveOption, NO_OPTION } from './use-combobox.ts'

test('arrow down goes from the field through all options and back to the field', () => {
  const visited = [NO_OPTION]
  for (let step = 0; step < 4; step += 1) visited.push(moveActiveOption(visited.at(-1) as number, 1, 3))

  expect(visited).toEqual([NO_OPTION, 0, 1, 2, NO_OPTION])
})

test('arrow up in the field chooses the last option', () => {
  expect(moveActiveOption(NO_OPTION, -1, 3)).toBe(2)
  expect(moveActiveOption(0, -1, 3)).toBe(NO_OPTION)
})
