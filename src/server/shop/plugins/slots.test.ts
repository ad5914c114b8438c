import { createElement } from 'react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { WebPlugins } from '#client/web-plugin.ts'
import { type ConsentEntry, definePlugin } from '#contract/plugin.ts'
import { openShop } from '#harness/open-shop.ts'
import { installedPlugins } from '#plugins/installed.server.ts'
import { installedWebPlugins } from '#plugins/installed.web.ts'
import type { SlotLoaders } from '#server/platform/kernel/plugin.ts'
import { defineServerPlugin } from './define-server-plugin.ts'
import { writePlugin } from './editing/write-plugin.ts'

const make = (module_name: string, slots: SlotLoaders<{ text: string }>, consent?: ConsentEntry) =>
  defineServerPlugin(
    definePlugin({
      module_name,
      title: module_name,
      description: '',
      icon: 'box',
      config: z.object({ text: z.string().default('Handmade') }),
      ...(consent ? { consent } : {}),
    }),
    { apiVersion: 1, slots },
  )

const plugins = [
  make('Notes', {
    'product.below-price': ({ sku }, { config }) => `${config.text}: ${sku}`,
    'header.actions': () => 'from the header slot',
  }),
  make('Broken', {
    'product.below-title': () => {
      throw new Error('no answer')
    },
  }),
  make(
    'Tracker',
    { 'product.below-title': () => 'tracked' },
    { id: 'tracker', name: 'T', description: '', required: false, group: 'optional' },
  ),
]

const view = async () => ((props: { data: never }) => createElement('p', {}, props.data)) as never
const webPlugins: WebPlugins = [
  {
    module_name: 'Notes',
    slots: { 'product.below-price': view, 'header.actions': view },
    accountMenu: [
      {
        group: 'Extras',
        item: {
          menu: 'Notes',
          path: '/account/notes',
          icon: 'box',
          description: '',
          active: true,
          show_in_dashboard: true,
        },
      },
    ],
  },
  { module_name: 'Tracker', slots: { 'product.below-title': view } },
]

const shop = await openShop({ seed: true, pages: true, plugins, webPlugins })
const { db, services, guest } = shop

async function activate(...names: string[]) {
  for (const { definition } of plugins)
    await writePlugin(db, services.plugins.installed, {
      module_name: definition.module_name,
      is_active: names.includes(definition.module_name),
    })
  await services.changes.catchUp()
}

const sku = 'MV-1'
const page = async () => String((await guest().request({ method: 'GET', url: '/product/moon-vase' })).body)

test('the product page renders what the loader of an active plugin returned', async () => {
  await activate('Notes')

  const html = await page()

  expect(html).toMatch(/<p>Handmade: [^<]+<\/p>/)
  expect(html).toContain('<p>from the header slot</p>')
})

test('a page contains nothing of plugins when none is active', async () => {
  await activate()

  const html = await page()

  expect(html).not.toContain('Handmade')
  expect(html).not.toContain('"slots"')
  expect(html).not.toContain('"plugins"')
})

test('a slot stays empty and is logged when its loader fails', async () => {
  await activate('Notes', 'Broken')

  const html = await page()

  expect(html).toContain('<p>Handmade')
  expect(shop.logged).toContainEqual(
    expect.objectContaining({ plugin: 'Broken', slot: 'product.below-title', msg: 'slot failed' }),
  )
})

test('a cached page does not contain the slots of a plugin that needs consent', async () => {
  await activate('Tracker')

  const html = await page()

  expect(html).not.toContain('<p>tracked</p>')
  expect(html).toContain('"consent":"tracker"')
})

test('the slots endpoint refuses props of another slot', async () => {
  await activate('Notes')

  const reply = await shop.api.plugins.slots({ slots: [{ name: 'card.badges', props: { product_id: 'x' } }] })

  expect(reply).toMatchObject({
    status: 'error',
    code: 'VALIDATION',
    errors: { product_id: expect.anything() },
  })
})

test('slots of one name in a list have contents of their own', async () => {
  await activate('Notes')
  const props = { product_id: 1, slug: 's', sku, name: 'n', price: { amount: 1, currency: 'INR' } }

  const reply = await shop.api.plugins.slots({
    slots: [
      { name: 'product.below-price', props },
      { name: 'cart.line', props: { item_id: 7, product_id: 1 } },
    ],
  })

  expect(reply).toMatchObject({
    data: { 'product.below-price': [{ module_name: 'Notes', data: `Handmade: ${sku}` }] },
  })
  expect(Object.keys((reply as { data: object }).data)).toEqual(['product.below-price'])
})

test('both lists of installed plugins name the same plugins', () => {
  expect(installedWebPlugins.map(({ module_name }) => module_name).sort()).toEqual(
    installedPlugins.map(({ definition }) => definition.module_name).sort(),
  )
})
