import { expect, test } from 'vitest'
import { fontFiles } from './core-fonts.ts'
import { fontFaces } from './font-css.ts'

const font = (family: string, part = 'latin') => ({
  family: `${family} Variable`,
  path: `/fonts/${family.toLowerCase()}-${part}-wght-normal.woff2`,
})
const typography = (heading_weight: number) => ({
  body: { font_family: 'Figtree Variable', font_size: '16px', font_weight: 400 },
  heading: { font_family: 'Fraunces Variable', font_size: '36px', font_weight: heading_weight },
})
const codes = (ranges = '') =>
  ranges.split(',').flatMap((range) => {
    const [first = 0, last = first] = range
      .slice(2)
      .split('-')
      .map((code) => Number.parseInt(code, 16))
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  })

test('body and headings have a core file of their own, first', () => {
  expect(fontFiles(font('Figtree'), typography(560))[0]?.[0]).toBe('/fonts/figtree-text-wght-normal.woff2')
  expect(fontFiles(font('Fraunces'), typography(560))[0]?.[0]).toBe(
    '/fonts/fraunces-display-wght-normal.woff2',
  )
})

test('the currency signs are a file of their own', () => {
  expect(fontFiles(font('Figtree', 'latin-ext'), typography(560))[0]).toEqual([
    '/fonts/figtree-currency-wght-normal.woff2',
    'U+20A0-20AB,U+20AD-20C0',
  ])
})

test.for(['Figtree', 'Fraunces'])('the whole file of %s has each Latin character', (family) => {
  const [, [, range] = []] = fontFiles(font(family), typography(560))

  for (const code of [...codes('U+20-FF'), 0x152, 0x2013, 0x2019, 0x20ac, 0x2122])
    expect(codes(range)).toContain(code)
})

test('the rule of a core file follows that of the whole file, so that browsers ask it first', () => {
  const fonts = [{ ...font('Figtree'), weight_range: '400 900', is_variable: true }]
  const css = fontFaces({ fonts, typography: typography(560) } as Parameters<typeof fontFaces>[0])

  expect(css.indexOf('figtree-latin-')).toBeGreaterThan(0)
  expect(css.indexOf('figtree-text-')).toBeGreaterThan(css.indexOf('figtree-latin-'))
})

test('headings bolder than the core file use the whole font', () => {
  expect(fontFiles(font('Fraunces'), typography(700)).map(([path]) => path)).toEqual([font('Fraunces').path])
})

test('an uploaded font is one file for all characters', () => {
  expect(fontFiles({ family: 'Own', path: '/media/fonts/own.woff2' }, typography(560))).toEqual([
    ['/media/fonts/own.woff2'],
  ])
})
