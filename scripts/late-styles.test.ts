import { expect, test } from 'vitest'
import { laterSheet, splitStyles } from './vite-plugins/late-styles.ts'

test('what is marked goes into the second stylesheet, without its mark', () => {
  const css =
    '@layer ui{.A{color:red}}@supports (--late:1){@layer features{.B{color:blue}}}.C{top:0}@supports(--late: 1){.D{left:0}}'
  expect(splitStyles(css)).toEqual({
    first: '@layer ui{.A{color:red}}.C{top:0}',
    late: '@layer features{.B{color:blue}}.D{left:0}',
  })
})

test('braces in strings end nothing', () => {
  const css = `@supports (--late:1){.B::after{content:"}\\"}"}}.C{content:'{'}`
  expect(splitStyles(css)).toEqual({ first: `.C{content:'{'}`, late: `.B::after{content:"}\\"}"}` })
})

test('other questions about what is supported stay', () => {
  const css = '@supports (display:grid){.A{display:grid}}'
  expect(splitStyles(css)).toEqual({ first: css, late: '' })
})

test('an open block is told, not guessed', () => {
  expect(() => splitStyles('@supports (--late:1){.B{top:0}')).toThrow('open block')
})

test('the second stylesheet lies beside the first', () => {
  expect(laterSheet('assets/style-Ab1.css')).toBe('assets/later-Ab1.css')
  expect(laterSheet('/assets/style-Ab1.css')).toBe('/assets/later-Ab1.css')
})
