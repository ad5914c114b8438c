import { afterAll, expect, test } from 'vitest'
import { copySources } from './source-copy.ts'

const folder = 'src/plugins/stock-hint'

const { evaluate, remove } = copySources({
  added: {
    [`${folder}/plugin.ts`]: `import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'
export const stockHint = definePlugin({
  module_name: 'StockHint', title: 'Stock hint', description: 'How many are left.', icon: 'message',
  config: z.object({ text: z.string().default('Few left') }),
})`,
    [`${folder}/server.ts`]: `import { defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { stockHint } from './plugin.ts'
export const stockHintPlugin = defineServerPlugin(stockHint, {
  apiVersion: 1,
  slots: { 'product.below-price': async (props, { config }) => config },
})`,
    [`${folder}/web.ts`]: `import { defineWebPlugin } from '#client/web-plugin.ts'
export const stockHintWeb = defineWebPlugin({ module_name: 'StockHint' })`,
  },
  changed: {
    'src/plugins/installed.server.ts': [
      ['import { tradeEnquiryPlugin', "import { stockHintPlugin } from './stock-hint/server.ts'\n"],
      ['  tradeEnquiryPlugin,', '  stockHintPlugin,\n'],
    ],
    'src/plugins/installed.web.ts': [
      ['import { storeCreditWeb', "import { stockHintWeb } from './stock-hint/web.ts'\n"],
      ['  tradeEnquiryWeb,', '  stockHintWeb,\n'],
    ],
  },
})
afterAll(remove)

test('a new plugin is one folder and a line in two lists', () => {
  expect(
    evaluate(
      './src/plugins/installed.server.ts',
      `await module.installedPlugins.find(({ definition }) => definition.module_name === 'StockHint').slots['product.below-price']({}, { config: { text: 'Two left' } })`,
    ),
  ).toEqual({ text: 'Two left' })
  expect(
    evaluate(
      './src/plugins/installed.web.ts',
      `module.installedWebPlugins.some(({ module_name }) => module_name === 'StockHint')`,
    ),
  ).toBe(true)
})
