import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { plainColors } from '#contract/rules/theme-colors.ts'
import type { Storefront } from '#contract/storefront.ts'
import { headingSizeTokens, themeCss } from './theme-css.ts'

test('the heading sizes that the theme scales are those of base.css', async () => {
  const css = await readFile(new URL('../ui/base.css', import.meta.url), 'utf8')
  const declared = Object.fromEntries(
    Object.keys(headingSizeTokens).map((token) => [token, css.match(new RegExp(`${token}: (.+);`))?.[1]]),
  )

  expect(headingSizeTokens).toEqual(declared)
})

test('the theme declares only the colors that differ from those of base.css', () => {
  const font = { font_family: 'system-ui', font_size: '16px', font_weight: 400 }
  const css = themeCss({
    theme_colors: [
      ...Object.entries(plainColors).map(([variable, color]) => ({ variable, color, name: variable })),
      { variable: '--color-surface', color: '#FFFFFF', name: 'Surface' },
      { variable: '--color-primary', color: '#123456', name: 'Primary' },
    ],
    text_colors: [],
    background: { enabled: false },
    color_scheme: 'light',
    typography: { body: font, heading: font },
    radius: '10px',
    fonts: [],
  } as unknown as Storefront)

  expect(css.match(/--[\w-]+:#\w+/g)).toEqual(['--color-primary:#123456'])
})
