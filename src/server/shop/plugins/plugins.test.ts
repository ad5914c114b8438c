import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { definePlugin } from '#contract/plugin.ts'
import { openShop } from '#harness/open-shop.ts'
import { anonymousVisitor } from '#server/platform/kernel/context.ts'
import { pluginConfig } from '#server/platform/kernel/plugin.ts'
import { createCallLimits } from '#server/platform/limits/call-limits.ts'
import { defineGroup, defineServerPlugin } from './define-server-plugin.ts'
import { writePlugin } from './editing/write-plugin.ts'
import { seedPlugins } from './seed-plugins.ts'

const routes = { greet: 'POST /api/plugins/Greeter/greet/:id' } as const

const definition = definePlugin({
  module_name: 'Greeter',
  title: 'Greeter',
  description: 'Says hello',
  icon: 'chat',
  config: z.object({ word: z.string().max(10).default('Hello'), key: z.string().default('') }),
  publicConfig: ({ word }) => ({ word }),
  secrets: ['key'],
})

const greeter = defineServerPlugin(definition, {
  apiVersion: 1,
  endpoints: [
    defineGroup({
      name: 'greeter',
      routes,
      endpoints: defineEndpoints<typeof routes>()({
        greet: { summary: 'Greets', input: z.object({ id: z.coerce.number() }), data: z.string() },
      }),
      handlers: {
        async greet({ id }, call) {
          return `${(await pluginConfig(call, definition))?.word} ${id}`
        },
      },
      limits: { greet: { most: 2, seconds: 60 } },
    }),
  ],
})

const shop = await openShop({ seed: true, plugins: [greeter] })
const { db, services, guest } = shop
const install = (change: Omit<Parameters<typeof writePlugin>[2], 'module_name'>) =>
  writePlugin(db, services.plugins.installed, { module_name: 'Greeter', ...change }).then(() =>
    services.changes.catchUp(),
  )
const greet = (id: number) =>
  guest().request({ method: 'POST', url: `/api/plugins/Greeter/greet/${id}`, payload: {} })

test('an endpoint of an inactive plugin answers 404 PLUGIN_INACTIVE', async () => {
  await install({ is_active: false })

  expect(await greet(7)).toMatchObject({ status: 404, body: { status: 'error', code: 'PLUGIN_INACTIVE' } })
})

test('an active plugin answers with its configuration, and a change takes effect without a restart', async () => {
  await install({ is_active: true, config: {} })
  expect(await greet(7)).toMatchObject({ status: 200, body: { data: 'Hello 7' } })

  await install({ config: { word: 'Namaste' } })

  expect(await greet(8)).toMatchObject({ body: { data: 'Namaste 8' } })
})

test('browsers get the public part of an active plugin’s configuration and no secret', async () => {
  await install({ is_active: true, config: { word: 'Hi', key: 'secret-value' } })
  const seen = { module_name: 'Greeter', config: { word: 'Hi' } }

  const initial = await shop.request({ method: 'GET', url: '/api/storefront/initial-values' })
  const all = await shop.api.plugins.all()

  expect(initial.body).toMatchObject({ data: { plugins: [seen] } })
  expect(JSON.stringify(initial.body)).not.toContain('secret-value')
  expect(all).toMatchObject({ data: [seen] })
  expect(await shop.api.plugins.config({ name: 'Greeter' })).toMatchObject({ data: seen })
})

test('an inactive plugin is not listed among the plugins of the shop', async () => {
  await install({ is_active: false })

  expect(await shop.api.plugins.all()).toMatchObject({ data: [] })
  expect(await shop.api.plugins.config({ name: 'Greeter' })).toMatchObject({ code: 'PLUGIN_INACTIVE' })
})

test('a configuration that does not match the schema is refused and changes nothing', async () => {
  await install({ is_active: true, config: { word: 'Hi' } })

  const refused = install({ config: { word: 'much too long a word' } })

  await expect(refused).rejects.toMatchObject({
    httpStatus: 422,
    extra: { errors: { word: expect.anything() } },
  })
  expect(await greet(1)).toMatchObject({ body: { data: 'Hi 1' } })
})

test('a plugin that is not installed cannot be configured', async () => {
  const unknown = writePlugin(db, services.plugins.installed, { module_name: 'Unknown', is_active: true })

  await expect(unknown).rejects.toMatchObject({ httpStatus: 404 })
})

test('a stored configuration that no longer fits leaves the plugin inactive and is logged', async () => {
  await install({ is_active: true, config: { word: 'Hi' } })
  await db.updateTable('plugins').set({ config: '{"word":5}' }).execute()
  await install({ is_active: true }).catch(() => {})
  await db.insertInto('change_log').values({ tag: 'plugins' }).execute()
  await services.changes.catchUp()

  expect(await greet(1)).toMatchObject({ status: 404, body: { code: 'PLUGIN_INACTIVE' } })
  expect(shop.logged).toContainEqual(expect.objectContaining({ plugin: 'Greeter' }))
})

test('an endpoint with a limit refuses a visitor’s next call with 429', async () => {
  const operation = shop.pipeline.operations.find(({ plugin }) => plugin === 'Greeter')
  const limits = createCallLimits(services)
  const visitor = {
    ...anonymousVisitor,
    ip: '203.0.113.77',
    cookies: { cart_session: '{"cart_session":"a-visitor"}' },
  }
  if (!operation) throw new Error('The endpoint is not among the operations')

  await limits.require(operation, visitor)
  await limits.require(operation, visitor)

  await expect(limits.require(operation, visitor)).rejects.toMatchObject({ httpStatus: 429 })
})

test('demo data of a plugin is written once, and the plugin is on with its demo configuration', async () => {
  let runs = 0
  const demo = defineServerPlugin(
    { ...definition, module_name: 'DemoGreeter' },
    { apiVersion: 1, seed: async () => void runs++, demo: { config: { word: 'Hey' } } },
  )

  await seedPlugins(db, [demo])
  await writePlugin(db, [demo], { module_name: 'DemoGreeter', is_active: false })
  await seedPlugins(db, [demo])

  expect(runs).toBe(1)
  expect(
    await db.selectFrom('plugins').selectAll().where('module_name', '=', 'DemoGreeter').execute(),
  ).toMatchObject([{ is_active: false, config: { word: 'Hey', key: '' } }])
})
