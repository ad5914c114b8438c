import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { headingSizeTokens } from './theme-css.ts'

test('the heading sizes that the theme scales are those of base.css', async () => {
  const css = await readFile(new URL('../ui/base.css', import.meta.url), 'utf8')
  const declared = Object.fromEntries(
    Object.keys(headingSizeTokens).map((token) => [token, css.match(new RegExp(`${token}: (.+);`))?.[1]]),
  )

  expect(headingSizeTokens).toEqual(declared)
})
