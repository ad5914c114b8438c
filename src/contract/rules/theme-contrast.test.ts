import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { contrastOf } from './contrast.ts'
import { schemeOf } from './dark-scheme.ts'
import { toOklch } from './oklch.ts'
import { plainColors } from './theme-colors.ts'
import { contrastsOf, contrastWarnings, nearestPassing } from './theme-contrast.ts'

const theme = {
  color_scheme: 'light' as const,
  theme_colors: [] as { variable: string; color: string }[],
  text_colors: [] as { variable: string; color: string }[],
  background: { enabled: false, type: 'color' as const, color: null, image: null as unknown },
  page_layout: 'Full Width' as const,
  is_store_notice_enabled: true,
  store_notice_background_color: '#2f4a4f',
  store_notice_text_color: '#fbf7f0',
}

test.for([
  ['#000', '#fff', 21],
  ['#777777', '#ffffff', 4.47],
  ['#ffffff', '#ffffffff', 1],
  // Half transparent black on white is a mid grey.
  ['#00000080', '#fff', 4.0],
] as const)('the contrast of %s on %s is %d', ([text, ground, ratio]) => {
  expect(contrastOf(text, ground)).toBeCloseTo(ratio, 1)
})

test('the plain colors are those of base.css, and none is hard to read', async () => {
  const css = await readFile(new URL('../../ui/base.css', import.meta.url), 'utf8')
  const declared = Object.fromEntries(
    [...css.matchAll(/^ {4}(--(?:color|text)-[a-z-]+): (#\w+);$/gm)].map(([, name, color]) => [name, color]),
  )

  expect(plainColors).toEqual(declared)
  expect(contrastWarnings(theme)).toEqual([])
})

test('a muted text below 4.5 is named with its ground and its contrast', () => {
  const pale = { ...theme, text_colors: [{ variable: '--text-muted', color: '#b0a89f' }] }

  expect(contrastWarnings(pale)).toEqual([
    '“Muted text” #b0a89f on “Background” #fbf7f0 has a contrast of 2.19: it should be 4.5 or more',
    '“Muted text” #b0a89f on “Surface” #fff has a contrast of 2.34: it should be 4.5 or more',
    expect.stringContaining('“Raised surface”'),
  ])
})

test('a background color, a button text and the notice are compared too', () => {
  const warned = contrastWarnings({
    ...theme,
    background: { ...theme.background, enabled: true, color: '#9a3f1f' },
    theme_colors: [{ variable: '--color-on-primary', color: '#c77' }],
    store_notice_text_color: '#3f5a5f',
  })

  expect(warned).toEqual(
    expect.arrayContaining([
      expect.stringContaining('“Main text” #2b2621 on “Background” #9a3f1f'),
      expect.stringContaining('“Text on primary” #c77 on “Primary”'),
      expect.stringContaining('The text of the store notice #3f5a5f'),
    ]),
  )
})

test('a picture behind a full-width page is a warning where muted text would fade', () => {
  const picture = { enabled: true, type: 'image' as const, color: null, image: { path: 'a.webp' } }
  const muted = {
    ...theme,
    background: picture,
    text_colors: [{ variable: '--text-muted', color: '#736a5f' }],
  }

  expect(contrastWarnings({ ...theme, background: picture })).toEqual([])
  expect(contrastWarnings(muted).at(-1)).toContain('background picture')
  expect(contrastWarnings({ ...muted, page_layout: 'Boxed Content' }).join()).not.toContain(
    'background picture',
  )
})

test('dark colors of any light theme are readable', () => {
  const hues = ['#ff0000', '#c0a000', '#00a040', '#0060ff', '#8000c0', '#777777', '#000000', '#ffee00']
  const themes = hues.map((color) => ({
    ...theme,
    color_scheme: 'device' as const,
    theme_colors: ['primary', 'accent', 'sale', 'success', 'error'].map((name) => ({
      variable: `--color-${name}`,
      color,
    })),
  }))
  const dark = themes.map(({ theme_colors }) =>
    schemeOf('dark', new Map(theme_colors.map(({ variable, color }) => [variable, color]))),
  )

  for (const scheme of dark) {
    const colors = [...(scheme.colors ?? [])].map(([variable, color]) => ({ variable, color }))
    expect(contrastWarnings({ ...theme, theme_colors: colors })).toEqual([])
    // A band as wide as the page is a deep shade with light text.
    const of = (name: string) => scheme.colors?.get(name) ?? ''
    for (const band of ['--band-primary', '--band-accent']) {
      expect(contrastOf(of('--on-band'), of(band))).toBeGreaterThan(7)
      expect(contrastOf('#000', of(band))).toBeLessThan(4)
    }
  }
})

test('a theme that is dark already has no other colors', () => {
  const night = new Map([['--color-background', '#1b1816']])

  expect(schemeOf('device', night)).toEqual({ name: 'dark' })
  expect(schemeOf('light', night)).toEqual({ name: 'light' })
  expect(schemeOf('device', new Map()).name).toBe('light dark')
})

test('the nearest passing color keeps the hue and passes with every color that it is shown with', () => {
  const colors = new Map([...Object.entries(plainColors), ['--color-primary', '#e8946f']])
  const [worst] = contrastsOf('--color-primary', colors)
  expect(worst?.ratio).toBeLessThan(4.5)

  const found = nearestPassing('--color-primary', colors) ?? ''

  const passing = contrastsOf('--color-primary', new Map([...colors, ['--color-primary', found]]))
  expect(passing.map(({ other }) => other).toSorted()).toEqual(['Background', 'Surface', 'Text on primary'])
  for (const { ratio, least } of passing) expect(ratio).toBeGreaterThanOrEqual(least)
  expect(passing[0]?.ratio).toBeLessThan(4.7)
  expect(toOklch(found)?.hue).toBeCloseTo(toOklch('#e8946f')?.hue ?? 0, -1)
  // Between black and white grounds there is none.
  const split = new Map([...colors, ['--color-background', '#000'], ['--color-surface', '#fff']])
  expect(nearestPassing('--text-primary', split)).toBeUndefined()
})
