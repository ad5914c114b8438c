import { expect, test } from 'vitest'
import { readImports } from './read-imports.ts'
import { relatedTests } from './related-tests.ts'

const sources: Record<string, string> = {
  'src/server/commerce/cart/add-item.ts': '',
  'src/server/commerce/cart/handlers.ts': "import './add-item.ts'",
  'src/server/commerce/cart/cart.test.ts': "import '#harness/open-shop.ts'",
  'src/server/commerce/cart/deep/far.test.ts': "import '#harness/open-shop.ts'",
  'src/server/core-groups.ts': "import './cart/handlers.ts'",
  'src/server/mails/mails.test.ts': "import '#harness/open-shop.ts'",
  'src/contract/money.ts': '',
  'src/contract/money.test.ts': "import './money.ts'",
  'src/ui/price.tsx': "import '#contract/money.ts'",
  'src/ui/price.test.ts': "import './price.tsx'",
  'src/features/total.ts': "import '#ui/price.tsx'",
  'src/features/total.test.ts': "import './total.ts'",
  'tests/harness/open-shop.ts': "import '#server/core-groups.ts'",
  'tests/races/races.test.ts': "import '#contract/money.ts'",
}
const modules = new Map(
  Object.entries(sources).map(([file, text]) => [file, readImports(file, text)] as const),
)

test('a changed test is selected, even a slow one', () => {
  expect(relatedTests(modules, ['tests/races/races.test.ts'])).toEqual(['tests/races/races.test.ts'])
})

test('tests that import a changed file within two steps are selected, except slow ones', () => {
  expect(relatedTests(modules, ['src/contract/money.ts'])).toEqual([
    'src/contract/money.test.ts',
    'src/ui/price.test.ts',
  ])
})

test('a file that tests import only through an opened shop selects the tests of its folder', () => {
  expect(relatedTests(modules, ['src/server/commerce/cart/add-item.ts'])).toEqual([
    'src/server/commerce/cart/cart.test.ts',
  ])
})

test('a deleted test and a document select no test', () => {
  expect(relatedTests(modules, ['src/ui/gone.test.ts', 'README.md'])).toEqual([])
})
