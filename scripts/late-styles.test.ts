import { expect, test } from 'vitest'
import { laterSheet, splitStyles } from './vite-plugins/late-styles.ts'

test('splitStyles moves marked styles to the second stylesheet and removes the mark', () => {
  const css =
    '@layer ui{.A{color:red}}@supports (--late:1){@layer features{.B{color:blue}}}.C{top:0}@supports(--late: 1){.D{left:0}}'
  expect(splitStyles(css)).toEqual({
    first: '@layer ui{.A{color:red}}.C{top:0}',
    late: '@layer features{.B{color:blue}}.D{left:0}',
  })
})

test('splitStyles ignores braces in strings', () => {
  const css = `@supports (--late:1){.B::after{content:"}\\"}"}}.C{content:'{'}`
  expect(splitStyles(css)).toEqual({ first: `.C{content:'{'}`, late: `.B::after{content:"}\\"}"}` })
})

test('splitStyles keeps other @supports rules', () => {
  const css = '@supports (display:grid){.A{display:grid}}'
  expect(splitStyles(css)).toEqual({ first: css, late: '' })
})

test('splitStyles throws for an unclosed block', () => {
  expect(() => splitStyles('@supports (--late:1){.B{top:0}')).toThrow('unclosed block')
})

test('laterSheet returns the URL beside the first stylesheet', () => {
  expect(laterSheet('assets/style-Ab1.css')).toBe('assets/later-Ab1.css')
  expect(laterSheet('/assets/style-Ab1.css')).toBe('/assets/later-Ab1.css')
})
