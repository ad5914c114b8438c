import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkStyles, findMissingClasses, findStyleViolations } from './check-styles.ts'
import { replaceBreakpoints } from './vite-plugins/named-breakpoints.ts'

const inCss = (line: string) => findStyleViolations('a.module.css', line)

test.for([
  '@media (min-width: 48rem) {',
  '@media (width < 700px) {',
  'margin-left: 1rem;',
  '  right: 0;',
  'text-align: left;',
  'border-top-left-radius: 0;',
  'padding: 0 1rem 0 var(--space-2);',
  'inset: auto calc(1px + 2px) 0 auto;',
  '.star:has(~ .star :checked) svg {',
])('a style check refuses %s', (line) => {
  expect(inCss(line)).toHaveLength(1)
})

test.for([
  '@media (--from-tablet) {',
  '@media (hover: none) {',
  '@container lines (min-width: 38rem) {',
  'margin-inline-start: 1rem;',
  'padding: 0 1rem 0 1rem;',
  'padding: 1rem calc(1px + 2px);',
  'padding: 0 1rem calc(1px + env(safe-area-inset-bottom));',
  '/* left: 0 is what the browser does */',
  '.columns:has(.filters) .results {',
  "[dir='rtl'] svg:has([href*='#arrow-r']) {",
])('a style check allows %s', (line) => {
  expect(inCss(line)).toEqual([])
})

test('a style check refuses a class that the CSS module does not have', () => {
  const css = '/* .title */ .page > .head:hover { color: red } .row.isOpen { top: 0 }'
  const script = (name: string) =>
    `import css from './a.module.css'\nexport const View = () => <p className={css.${name}} />`
  const missing = (name: string) => findMissingClasses('a.tsx', script(name), () => css)
  expect(missing('title')).toEqual(['a.tsx: css.title is not in ./a.module.css'])
  for (const name of ['page', 'head', 'row', 'isOpen']) expect(missing(name)).toEqual([])
})

test('a style check refuses a width in matchMedia', () => {
  expect(findStyleViolations('a.tsx', "matchMedia('(max-width: 48rem)')")).toHaveLength(1)
  expect(findStyleViolations('a.tsx', "matchMedia(mediaQuery('below-desktop'))")).toEqual([])
})

test('the shop’s styles name widths only as breakpoints, and no physical sides', () => {
  expect(checkStyles(join(import.meta.dirname, '..'))).toEqual([])
})

test('named breakpoints become widths in media conditions only', () => {
  expect(replaceBreakpoints('@media (--from-tablet) and (--below-desktop){a{color:var(--text)}}')).toBe(
    '@media (width >= 48rem) and (width < 62rem){a{color:var(--text)}}',
  )
  expect(() => replaceBreakpoints('@media (--from-moon){}')).toThrow('Unknown breakpoint --from-moon')
})
