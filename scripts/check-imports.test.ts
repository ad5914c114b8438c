import { expect, test } from 'vitest'
import { findViolations } from './check-imports.ts'
import { folderMessages } from './folder-rules.ts'
import { ruleMessages } from './import-rules.ts'

/** The violations of a file with this line, among other files without violations. */
function wrongWith(file: string, line: string, others: Record<string, string> = {}) {
  return findViolations({ [file]: `export const a = 1\n${line}\n`, ...others })
    .filter((violation) => violation.file === file)
    .map(({ line: at, rule }) => `${at} ${rule}`)
}

const arrow = (from: string, to: string) => [`2 ${ruleMessages.room(from, to)}`]

test.for([
  ['src/contract/money.ts', "import { b } from '#ui/price.ts'", 'contract', 'ui'],
  [
    'src/contract/money.ts',
    "import type { Db } from '#server/platform/kernel/context.ts'",
    'contract',
    'server',
  ],
  ['src/contract/money.ts', "import { b } from '#pages/bots.ts'", 'contract', 'pages'],
  [
    'src/server/commerce/cart/store/read-cart.ts',
    "import { b } from '#features/cart/card.ts'",
    'server',
    'features',
  ],
  ['src/server/commerce/cart/store/read-cart.ts', "import { b } from '#pages/bots.ts'", 'server', 'pages'],
  ['src/server/platform/kernel/pipeline.ts', "import { b } from '#pages/browser.ts'", 'server', 'pages'],
  ['src/pages/links.ts', "import { b } from '#client/toasts.ts'", 'pages', 'client'],
  ['src/client/api.ts', "import { b } from '#ui/locale.ts'", 'client', 'ui'],
  ['src/ui/price.tsx', "import { b } from '#client/toasts.ts'", 'ui', 'client'],
  ['src/ui/price.tsx', "export { b } from '#features/cart/card.ts'", 'ui', 'features'],
  ['src/features/cart/card.ts', "import { b } from '#sections/section.ts'", 'features', 'sections'],
  ['src/sections/faq/view.tsx', "import { b } from '#screens/routes.ts'", 'sections', 'screens'],
  ['src/plugins/review/web.ts', "import { b } from '#screens/routes.ts'", 'plugins', 'screens'],
  ['src/screens/home/view.tsx', "import { b } from '#shell/header.tsx'", 'screens', 'shell'],
  ['src/screens/home/view.tsx', "const b = () => import('#shell/header.tsx')", 'screens', 'shell'],
] as const)('%s may not contain: %s', ([file, line, from, to]) => {
  expect(wrongWith(file, line)).toEqual(arrow(from, to))
})

test.for([
  ['src/server/commerce/cart/store/read-cart.ts', "import { b } from '#contract/cart.ts'"],
  ['src/server/http/pages/page-routes.ts', "import { b } from '#pages/bots.ts'"],
  ['src/server/commerce/cart/store/read-cart.ts', "import { b } from '#server/platform/kernel/context.ts'"],
  ['src/shell/header.tsx', "import { b } from '#features/cart/card.ts'"],
  ['src/sections/hero/data.ts', "import { b } from '#features/card/card.ts'"],
  ['src/main.ts', "import { b } from './server/kernel/pipeline.ts'"],
  ['src/cli/start.ts', "import { b } from '../main.ts'"],
  ['src/server/commerce/cart/cart.test.ts', "import { b } from '#harness/open-shop.ts'"],
  ['src/server/commerce/cart/cart.test-support.ts', "import { b } from '#harness/open-shop.ts'"],
  ['scripts/faults.ts', "import { b } from '../tests/faults/run-faults.ts'"],
  ['src/shell/shell.tsx', "import '#ui/base.css'"],
  ['src/shell/shell.tsx', "import css from './shell.module.css'"],
] as const)('%s may contain: %s', ([file, line]) => {
  expect(wrongWith(file, line)).toEqual([])
})

test.for([
  ['src/sections/faq/schema.ts', "import { b } from '#plugins/review/contract.ts'"],
  ['src/screens/home/view.tsx', "import type { B } from '#plugins/review/web.ts'"],
  ['src/plugins/review/web.ts', "import { b } from '#plugins/wishlist/contract.ts'"],
  ['src/main.ts', "import { b } from '#plugins/review/server.ts'"],
  ['src/cli/order.ts', "import { b } from '#plugins/review/server.ts'"],
  ['scripts/make-seed.ts', "import { b } from '../src/plugins/review/seed.ts'"],
  ['src/main.ts', "import b from '../examples/plugins/gift-note/server.ts'"],
] as const)('a plugin may not be imported outside the three lists: %s contains %s', ([file, line]) => {
  expect(wrongWith(file, line)).toEqual([`2 ${ruleMessages.plugin}`])
})

test.for([
  ['src/plugins/installed.server.ts', "import { b } from './review/server.ts'"],
  ['src/plugins/installed.web.ts', "const b = () => import('./review/web.tsx')"],
  ['src/plugins/installed.admin.ts', "import { b } from './review/admin.tsx'"],
  ['src/plugins/review/admin.tsx', "const b = () => import('./review-screen.admin.tsx')"],
  ['src/plugins/review/review-screen.admin.tsx', "import { b } from '#admin/api.ts'"],
  ['examples/plugins/gift-note/admin.tsx', "import { b } from '#admin/admin-plugin.ts'"],
  ['src/plugins/review/server.ts', "import { b } from './plugin.ts'"],
  ['src/plugins/review/server.ts', "import { b } from '#server/commerce/cart/model/cart-scope.ts'"],
  ['examples/plugins/gift-note/server.ts', "import { b } from '#server/commerce/cart/model/cart-scope.ts'"],
  [
    'src/plugins/review/access-rows.test-support.ts',
    "import { b } from '../../../tests/matrix/call-rows.ts'",
  ],
  ['tests/matrix/plugins.ts', "import b from '../../examples/plugins/gift-note/server.ts'"],
] as const)('plugin imports that are allowed: %s contains %s', ([file, line]) => {
  expect(wrongWith(file, line)).toEqual([])
})

test.for([
  ['src/plugins/review/web.ts', "import { b } from './admin.tsx'"],
  ['src/plugins/installed.web.ts', "const b = () => import('./review/admin.tsx')"],
  ['src/plugins/installed.admin.ts', "import { b } from './review/web.ts'"],
] as const)('the back office and the shop share no view of a plugin: %s contains %s', ([file, line]) => {
  expect(wrongWith(file, line)).toEqual([`2 ${ruleMessages.adminPart}`])
})

test('the back office’s half of a plugin imports no code of the shop’s pages', () => {
  const line = "import { b } from '#features/card/card.ts'"
  expect(wrongWith('src/plugins/review/admin.tsx', line)).toEqual([`2 ${ruleMessages.adminPart}`])
  expect(wrongWith('src/plugins/review/web.ts', "import { b } from '#admin/api.ts'")).toEqual(
    arrow('plugins', 'admin'),
  )
})

test.for([
  ['src/server/commerce/orders/demo-courier.ts', "import { b } from '#harness/open-shop.ts'"],
  ['src/server/commerce/orders/demo-courier.ts', "import { b } from './orders.test-support.ts'"],
  ['src/features/cart/price.ts', "import type { B } from './price.test.ts'"],
  ['src/main.ts', "import { b } from '../tests/harness/run-shop.ts'"],
] as const)('a shipped file may not import tests: %s contains %s', ([file, line]) => {
  expect(wrongWith(file, line)).toEqual([`2 ${ruleMessages.test}`])
})

test.for(['test-courier.ts', 'courier-for-tests.ts', 'fixtures/courier.ts'])(
  'src/server/commerce/orders/%s is checked as a shipped file despite its name',
  (name) => {
    expect(wrongWith(`src/server/commerce/orders/${name}`, "import { b } from '#ui/price.ts'")).toEqual(
      arrow('server', 'ui'),
    )
  },
)

test('browser code may not import a server file, not even through a neutral file', () => {
  const through = { 'src/screens/lists.ts': "import { b } from './home/data.ts'" }

  expect(
    wrongWith('src/screens/home/view.tsx', "import { b } from './data.ts'", {
      'src/screens/home/data.ts': '',
    }),
  ).toEqual([`2 ${ruleMessages.side}`])
  expect(
    wrongWith('src/screens/home/view.tsx', "import { b } from '#screens/lists.ts'", {
      ...through,
      'src/screens/home/data.ts': '',
    }),
  ).toEqual([`2 ${ruleMessages.side}`])
})

test('browser code may import types of a server file', () => {
  const data = { 'src/screens/home/data.ts': '' }

  expect(wrongWith('src/screens/home/view.tsx', "import type { home } from './data.ts'", data)).toEqual([])
  expect(wrongWith('src/screens/home/view.tsx', "import { type home } from './data.ts'", data)).toEqual([])
})

test('a server file may not import components or styles', () => {
  expect(wrongWith('src/sections/faq/data.ts', "import { b } from './view.tsx'")).toEqual([
    `2 ${ruleMessages.browserInServer}`,
  ])
  expect(wrongWith('src/sections/faq/data.ts', "import { b } from '#features/listing/grid.tsx'")).toEqual([
    `2 ${ruleMessages.browserInServer}`,
  ])
})

test('imports of another top folder use its alias, and no path contains ../..', () => {
  expect(wrongWith('src/screens/home/view.tsx', "import { b } from '../../ui/price.tsx'")).toEqual([
    `2 ${ruleMessages.path}`,
  ])
  expect(wrongWith('src/ui/price.tsx', "import { b } from '../contract/money.ts'")).toEqual([
    `2 ${ruleMessages.path}`,
  ])
  expect(wrongWith('scripts/deep/build.ts', "import { b } from '../../src/main.ts'")).toEqual([
    `2 ${ruleMessages.path}`,
  ])
})

test('an import needs the file extension', () => {
  expect(wrongWith('src/ui/price.tsx', "import { b } from './locale'")).toEqual([`2 ${ruleMessages.ending}`])
})

test('a CSS module may be imported only from its own folder', () => {
  expect(wrongWith('src/ui/price.tsx', "import css from '#ui/parts/price.module.css'")).toEqual([
    `2 ${ruleMessages.css}`,
  ])
})

test.for([
  'src/server/commerce/cart/add-item.ts',
  'src/server/http/api/api-routes.ts',
  'src/features/cart/data.ts',
  'src/plugins/review/vote.server.ts',
])('%s may not import CallContext', (file) => {
  expect(wrongWith(file, importCallContext)).toContain(`2 ${ruleMessages.callContext}`)
})

test.for([
  'src/server/commerce/cart/handlers.ts',
  'src/server/platform/kernel/pipeline.ts',
  'src/plugins/review/server.ts',
  'src/plugins/review/handlers.server.ts',
  'examples/plugins/gift-note/server.ts',
  'src/server/catalog/products/visitor.test-support.ts',
])('%s may import CallContext', (file) => {
  expect(wrongWith(file, importCallContext)).toEqual([])
})

const importCallContext = "import type { CallContext } from '#server/platform/kernel/call-context.ts'"

test('a barrel file is refused', () => {
  const barrel = { 'src/ui/everything.ts': "export * from './price.tsx'\nexport { b } from './field.tsx'" }
  expect(findViolations(barrel)).toEqual([
    { file: 'src/ui/everything.ts', line: 1, rule: ruleMessages.barrel },
  ])
})

test.for([
  'src/ui/utils.ts',
  'src/ui/index.tsx',
  'scripts/helpers.ts',
  'src/ui/misc/price.ts',
  'src/ui/common.module.css',
])('%s is no name', (file) => {
  expect(findViolations({ [file]: '' })).toEqual([{ file, line: 1, rule: ruleMessages.name }])
})

test('an import cycle is reported once, with its path', () => {
  const circle = {
    'src/ui/a.ts': "import { b } from './b.ts'\nexport const a = b",
    'src/ui/b.ts': "import { c } from './c.ts'\nexport const b = c",
    'src/ui/c.ts': "import { a } from './a.ts'\nexport const c = a",
  }
  expect(findViolations(circle)).toEqual([
    {
      file: 'src/ui/a.ts',
      line: 1,
      rule: ruleMessages.circle(['src/ui/a.ts', 'src/ui/b.ts', 'src/ui/c.ts', 'src/ui/a.ts']),
    },
  ])
})

test('type imports and dynamic imports form no cycle', () => {
  expect(
    findViolations({
      'src/ui/a.ts': "import type { b } from './b.ts'\nexport type A = b",
      'src/ui/b.ts': "import { a } from './a.ts'\nexport const b = a",
      'src/ui/c.ts': "const d = () => import('./d.ts')\nexport const c = d",
      'src/ui/d.ts': "import { c } from './c.ts'\nexport const d = c",
    }),
  ).toEqual([])
})

test('nouns of an area may not form a dependency cycle, not even through types', () => {
  const sources = {
    'src/server/commerce/cart/add.ts': "import { b } from '../coupons/rules/judge.ts'\n",
    'src/server/commerce/coupons/rules/judge.ts':
      "import type { C } from '#server/commerce/orders/order.ts'\n",
    'src/server/commerce/orders/order.ts': "import { d } from '../cart/row.ts'\n",
    'src/server/commerce/cart/row.ts': '',
  }

  expect(findViolations(sources)).toEqual([
    {
      file: 'src/server/commerce/cart/add.ts',
      line: 1,
      rule: folderMessages.cycle(
        [
          'src/server/commerce/cart',
          'src/server/commerce/coupons',
          'src/server/commerce/orders',
          'src/server/commerce/cart',
        ],
        ['src/server/commerce/coupons/rules/judge.ts:1', 'src/server/commerce/orders/order.ts:1'],
      ),
    },
  ])
})

test('nouns of the server must not depend on each other in a cycle, subfolders and type imports included', () => {
  const sources = {
    'src/server/commerce/orders/cancel.ts': '',
    'src/server/commerce/orders/model/states.ts': '',
    'src/server/commerce/payments/refund.ts': "import { states } from '../orders/model/states.ts'\n",
    'src/server/commerce/payments/model/due.ts': '',
  }

  expect(findViolations(sources)).toEqual([])
  expect(
    findViolations({
      ...sources,
      'src/server/commerce/orders/cancel.ts': "import type { Due } from '../payments/model/due.ts'\n",
    }),
  ).toEqual([
    {
      file: 'src/server/commerce/orders/cancel.ts',
      line: 1,
      rule: folderMessages.cycle(
        ['src/server/commerce/orders', 'src/server/commerce/payments', 'src/server/commerce/orders'],
        ['src/server/commerce/payments/refund.ts:1'],
      ),
    },
  ])
})

test('subfolders of one noun must not depend on each other in a cycle', () => {
  expect(
    findViolations({
      'src/server/commerce/cart/add.ts': "import { row } from './model/row.ts'\n",
      'src/server/commerce/cart/scope.ts': '',
      'src/server/commerce/cart/model/row.ts':
        "import type { Scope } from '#server/commerce/cart/scope.ts'\n",
    }),
  ).toEqual([
    {
      file: 'src/server/commerce/cart/add.ts',
      line: 1,
      rule: folderMessages.cycle(
        ['src/server/commerce/cart', 'src/server/commerce/cart/model', 'src/server/commerce/cart'],
        ['src/server/commerce/cart/model/row.ts:1'],
      ),
    },
  ])
})

test('folders of features must not depend on each other in a cycle', () => {
  const sources = {
    'src/features/card/card.tsx': "import { b } from '#features/wishlist/button.tsx'\n",
    'src/features/wishlist/button.tsx': '',
    'src/features/wishlist/panel.tsx': "import { c } from '#features/card/card.tsx'\n",
  }

  expect(findViolations(sources)).toEqual([
    {
      file: 'src/features/card/card.tsx',
      line: 1,
      rule: folderMessages.cycle(
        ['src/features/card', 'src/features/wishlist', 'src/features/card'],
        ['src/features/wishlist/panel.tsx:1'],
      ),
    },
  ])
})

test('server folders may depend on each other in one direction, and tests may import any folder', () => {
  const sources = {
    'src/server/commerce/cart/add.ts': "import { b } from '../coupons/judge.ts'\n",
    'src/server/commerce/coupons/judge.ts': '',
    'src/server/commerce/coupons/judge.test.ts': "import { c } from '../cart/add.ts'\n",
  }

  expect(findViolations(sources)).toEqual([])
})

test.for([
  ['commerce/cart', 'http/api', 'server/commerce', 'server/http'],
  ['commerce/cart', 'people/auth', 'server/commerce', 'server/people'],
  ['platform/jobs', 'shop/settings', 'server/platform/jobs', 'server/shop'],
  ['platform/kernel', 'platform/db', 'server/platform/kernel', 'server/platform/db'],
  ['platform/db', 'platform/changes', 'server/platform/db', 'server/platform/changes'],
])('server/%s may not import server/%s', ([from = '', to = '', below = '', above = '']) => {
  expect(rulesOf(from, to)).toEqual([folderMessages.layer(below, above)])
})

test.for([
  ['http/api', 'commerce/cart'],
  ['commerce/cart', 'platform/limits'],
  ['platform/changes', 'platform/kernel'],
])('server/%s may import server/%s', ([from = '', to = '']) => {
  expect(rulesOf(from, to)).toEqual([])
})

test('a folder of the server that is no area is refused', () => {
  expect(rulesOf('baskets/cart', 'platform/db')).toEqual([folderMessages.area('server/baskets')])
})

const rulesOf = (from: string, to: string) =>
  findViolations({
    [`src/server/${from}/a.ts`]: `import { b } from '#server/${to}/b.ts'\n`,
    [`src/server/${to}/b.ts`]: '',
  }).map(({ rule }) => rule)
