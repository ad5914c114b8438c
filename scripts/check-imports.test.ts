import { expect, test } from 'vitest'
import { findViolations } from './check-imports.ts'
import { words } from './import-rules.ts'

/** What is found wrong with a file that holds this one line, beside others that are all right. */
function wrongWith(file: string, line: string, others: Record<string, string> = {}) {
  return findViolations({ [file]: `export const a = 1\n${line}\n`, ...others })
    .filter((violation) => violation.file === file)
    .map(({ line: at, rule }) => `${at} ${rule}`)
}

const arrow = (from: string, to: string) => [`2 ${words.room(from, to)}`]

test.for([
  ['src/contract/money.ts', "import { b } from '#ui/price.ts'", 'contract', 'ui'],
  ['src/contract/money.ts', "import type { Db } from '#server/http/context.ts'", 'contract', 'server'],
  ['src/contract/money.ts', "import { b } from '#pages/bots.ts'", 'contract', 'pages'],
  ['src/server/cart/read-cart.ts', "import { b } from '#features/cart/card.ts'", 'server', 'features'],
  ['src/server/cart/read-cart.ts', "import { b } from '#pages/bots.ts'", 'server', 'pages'],
  ['src/server/http/serve.ts', "import { b } from '#pages/browser.ts'", 'server', 'pages'],
  ['src/pages/links.ts', "import { b } from '#client/toasts.ts'", 'pages', 'client'],
  ['src/client/api.ts', "import { b } from '#ui/locale.ts'", 'client', 'ui'],
  ['src/ui/price.tsx', "import { b } from '#client/toasts.ts'", 'ui', 'client'],
  ['src/ui/price.tsx', "export { b } from '#features/cart/card.ts'", 'ui', 'features'],
  ['src/features/cart/card.ts', "import { b } from '#sections/section.ts'", 'features', 'sections'],
  ['src/sections/faq/view.tsx', "import { b } from '#screens/routes.ts'", 'sections', 'screens'],
  ['src/plugins/review/web.ts', "import { b } from '#screens/routes.ts'", 'plugins', 'screens'],
  ['src/sections/faq/schema.ts', "import { b } from '#plugins/review/contract.ts'", 'sections', 'plugins'],
  ['src/screens/home/view.tsx', "import { b } from '#shell/header.tsx'", 'screens', 'shell'],
  ['src/screens/home/view.tsx', "const b = () => import('#shell/header.tsx')", 'screens', 'shell'],
] as const)('%s cannot say: %s', ([file, line, from, to]) => {
  expect(wrongWith(file, line)).toEqual(arrow(from, to))
})

test.for([
  ['src/server/cart/read-cart.ts', "import { b } from '#contract/cart.ts'"],
  ['src/server/http/page-routes.ts', "import { b } from '#pages/bots.ts'"],
  ['src/server/cart/read-cart.ts', "import { b } from '../http/context.ts'"],
  ['src/shell/header.tsx', "import { b } from '#features/cart/card.ts'"],
  ['src/sections/hero/data.ts', "import { b } from '#features/catalog/card.ts'"],
  ['src/main.ts', "import { b } from './server/http/serve.ts'"],
  ['src/cli/start.ts', "import { b } from '../main.ts'"],
  ['src/server/cart/cart.test.ts', "import { b } from '../../../tests/shop.ts'"],
  ['src/shell/shell.tsx', "import '#ui/base.css'"],
  ['src/shell/shell.tsx', "import css from './shell.module.css'"],
] as const)('%s may say: %s', ([file, line]) => {
  expect(wrongWith(file, line)).toEqual([])
})

test('the browser’s side imports no server file, not even through one that says nothing of its side', () => {
  const through = { 'src/screens/lists.ts': "import { b } from './home/data.ts'" }

  expect(
    wrongWith('src/screens/home/view.tsx', "import { b } from './data.ts'", {
      'src/screens/home/data.ts': '',
    }),
  ).toEqual([`2 ${words.side}`])
  expect(
    wrongWith('src/screens/home/view.tsx', "import { b } from '#screens/lists.ts'", {
      ...through,
      'src/screens/home/data.ts': '',
    }),
  ).toEqual([`2 ${words.side}`])
})

test('the browser’s side may import a server file’s types', () => {
  const data = { 'src/screens/home/data.ts': '' }

  expect(wrongWith('src/screens/home/view.tsx', "import type { home } from './data.ts'", data)).toEqual([])
  expect(wrongWith('src/screens/home/view.tsx', "import { type home } from './data.ts'", data)).toEqual([])
})

test('a server file imports no element and no style', () => {
  expect(wrongWith('src/sections/faq/data.ts', "import { b } from './view.tsx'")).toEqual([
    `2 ${words.browserInServer}`,
  ])
  expect(wrongWith('src/sections/faq/data.ts', "import { b } from '#features/catalog/grid.tsx'")).toEqual([
    `2 ${words.browserInServer}`,
  ])
})

test('another room is called by its name, and nobody climbs two steps', () => {
  expect(wrongWith('src/screens/home/view.tsx', "import { b } from '../../ui/price.tsx'")).toEqual([
    `2 ${words.path}`,
  ])
  expect(wrongWith('src/ui/price.tsx', "import { b } from '../contract/money.ts'")).toEqual([
    `2 ${words.path}`,
  ])
  expect(wrongWith('scripts/deep/build.ts', "import { b } from '../../src/main.ts'")).toEqual([
    `2 ${words.path}`,
  ])
})

test('an import names its file with the ending', () => {
  expect(wrongWith('src/ui/price.tsx', "import { b } from './locale'")).toEqual([`2 ${words.ending}`])
})

test('a style is its neighbour’s alone', () => {
  expect(wrongWith('src/ui/price.tsx', "import css from '#ui/parts/price.module.css'")).toEqual([
    `2 ${words.css}`,
  ])
})

test('a file that only passes on is refused', () => {
  const barrel = { 'src/ui/everything.ts': "export * from './price.tsx'\nexport { b } from './field.tsx'" }
  expect(findViolations(barrel)).toEqual([{ file: 'src/ui/everything.ts', line: 1, rule: words.barrel }])
})

test.for([
  'src/ui/utils.ts',
  'src/ui/index.tsx',
  'scripts/helpers.ts',
  'src/ui/misc/price.ts',
  'src/ui/common.module.css',
])('%s is no name', (file) => {
  expect(findViolations({ [file]: '' })).toEqual([{ file, line: 1, rule: words.name }])
})

test('a circle is told once, with its way', () => {
  const circle = {
    'src/ui/a.ts': "import { b } from './b.ts'\nexport const a = b",
    'src/ui/b.ts': "import { c } from './c.ts'\nexport const b = c",
    'src/ui/c.ts': "import { a } from './a.ts'\nexport const c = a",
  }
  expect(findViolations(circle)).toEqual([
    {
      file: 'src/ui/a.ts',
      line: 1,
      rule: words.circle(['src/ui/a.ts', 'src/ui/b.ts', 'src/ui/c.ts', 'src/ui/a.ts']),
    },
  ])
})

test('types and what is loaded later make no circle', () => {
  expect(
    findViolations({
      'src/ui/a.ts': "import type { b } from './b.ts'\nexport type A = b",
      'src/ui/b.ts': "import { a } from './a.ts'\nexport const b = a",
      'src/ui/c.ts': "const d = () => import('./d.ts')\nexport const c = d",
      'src/ui/d.ts': "import { c } from './c.ts'\nexport const d = c",
    }),
  ).toEqual([])
})
