import { expect, test } from 'vitest'
import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { defineServerPlugin } from '../server/shop/plugins/define-server-plugin.ts'
import { runPlugin } from './plugin.ts'
import { runSettings } from './settings.ts'

const chat = defineServerPlugin(
  definePlugin({
    module_name: 'TestChat',
    title: 'Chat',
    description: 'A test plugin',
    icon: 'chat',
    config: z.object({ mobile_no: z.string().regex(/^\d*$/).default(''), key: z.string().default('') }),
    publicConfig: ({ mobile_no }) => ({ mobile_no }),
    secrets: ['key'],
  }),
  { apiVersion: 1 },
)
const shop = await openShop({ seed: true, plugins: [chat] })
const { db, services } = shop

async function run(command: (print: (line: string) => void) => Promise<number>) {
  const lines: string[] = []
  const code = await command((line) => void lines.push(line))
  // A running shop polls the change log; here the test triggers the poll.
  await services.changes.catchUp()
  return { code, output: lines.join('\n') }
}
const settings = (...argv: string[]) =>
  run((print) => runSettings({ db, config: services.config, print }, argv))
const plugin = (...argv: string[]) =>
  run((print) => runPlugin({ db, config: shop.services.config, installed: [chat], print }, argv))

test('settings list prints every key with its value and never the store password', async () => {
  await settings('set', 'store_password', 'open-sesame')

  const { output } = await settings('list')

  expect(output).toMatch(/^enable_guest_checkout\s+true$/m)
  expect(output).toMatch(/^mode\s+"Normal"$/m)
  expect(output).toMatch(/^store_password\s+"••••••"$/m)
  expect(output).not.toContain('open-sesame')
})

/** What the audit log has of the command line, newest first. */
const logged = () =>
  db
    .selectFrom('audit_log')
    .select(['action', 'record_type', 'record_id', 'before', 'after'])
    .where('actor', 'like', 'cli:%')
    .orderBy('id', 'desc')
    .execute()

test('a changed setting and a changed plugin are in the audit log, without secrets', async () => {
  await settings('set', 'store_phone', '+91 11111 11111')
  expect((await logged())[0]).toMatchObject({
    action: 'settings.update',
    record_type: 'settings',
    after: { store_phone: '+91 11111 11111' },
  })
  await settings('set', 'store_password', 'another-sesame')
  await plugin('on', 'TestChat', '{"mobile_no":"919876543210","key":"very-secret"}')
  expect((await logged())[0]).toMatchObject({
    action: 'plugin.update',
    record_id: 'TestChat',
    after: { is_active: true, mobile_no: '919876543210' },
  })
  await plugin('off', 'TestChat')
  await expect(settings('set', 'mode', 'Closed')).rejects.toThrow()

  const entries = await logged()
  expect(entries[0]).toMatchObject({ before: { is_active: true }, after: { is_active: false } })
  expect(JSON.stringify(entries)).not.toMatch(/sesame|very-secret/)
})

test('settings set changes what a running shop answers', async () => {
  expect(await settings('set', 'store_name', '30')).toEqual({ code: 0, output: 'store_name is set.' })
  expect(await settings('set', 'cart_expire_days', '30')).toMatchObject({ code: 0 })
  expect(await settings('set', 'meta.meta_title', 'A new title')).toMatchObject({ code: 0 })

  expect(ok(await shop.api.settings.get({ keys: ['store_name', 'cart_expire_days'] }))).toEqual({
    store_name: '30',
    cart_expire_days: 30,
  })
  expect(ok(await shop.api.storefront.all()).meta.meta_title).toBe('A new title')
  expect(await settings('get', 'meta.meta_title')).toEqual({ code: 0, output: 'A new title' })
})

test.for([
  [['set', 'mode', 'Closed'], /^mode was not changed: .*Coming Soon/],
  [['set', 'cart_expire_days', 'soon'], /^cart_expire_days was not changed/],
  [['set', 'store_email', 'nobody'], /valid e-mail address/],
  [['set', 'enable_legacy_auth', 'false'], /cannot both be off/],
  [['set', 'store_password', 'short'], /at least 6/],
  [['set', 'theme_colors', '[{"variable":"--color-primary","color":"javascript:0"}]'], /Use a color/],
  [['set', 'storefront_notice_page_id', '999999'], /There is no page 999999/],
  [['set', 'guest_checkout', 'true'], /Unknown setting guest_checkout.*enable_guest_checkout/],
  [['get', 'meta.title'], /meta.title not found/],
] as const)('settings %j is refused and changes nothing', async ([argv, message]) => {
  await settings('set', 'enable_otp_auth', 'false')
  const before = (await settings('list')).output

  await expect(settings(...argv)).rejects.toThrow(message)

  expect((await settings('list')).output).toBe(before)
})

test('protection can only be switched on with a password', async () => {
  await db.updateTable('storefronts').set({ password_hash: null }).execute()
  await expect(settings('set', 'is_password_protection_enabled', 'true')).rejects.toThrow(
    /store_password first/,
  )
  await settings('set', 'store_password', 'open-sesame')
  expect(await settings('set', 'is_password_protection_enabled', 'true')).toMatchObject({ code: 0 })
  await expect(settings('set', 'store_password', 'null')).rejects.toThrow(/protection_enabled off first/)
  await settings('set', 'is_password_protection_enabled', 'false')
})

test('an invalid command line prints the usage', async () => {
  expect(await settings('change')).toMatchObject({ code: 2, output: expect.stringContaining('settings set') })
  expect(await plugin('enable', 'TestChat')).toMatchObject({ code: 2 })
})

test('plugin on, set and off take effect in a running shop; secrets stay masked', async () => {
  expect(await plugin('list')).toMatchObject({ output: expect.stringMatching(/^off {2}TestChat/) })

  await plugin('on', 'TestChat', '{"mobile_no":"919876543210","key":"very-secret"}')
  expect(ok(await shop.api.plugins.all())).toMatchObject([
    { module_name: 'TestChat', config: { mobile_no: '919876543210' } },
  ])
  await plugin('set', 'TestChat', '{"mobile_no":"1"}')
  expect(ok(await shop.api.plugins.all())).toMatchObject([{ config: { mobile_no: '1' } }])
  expect(ok(await shop.api.plugins.all())[0]?.config).not.toHaveProperty('key')
  const { output } = await plugin('list')
  expect(output).toMatch(/^on {3}TestChat/)
  expect(output).not.toContain('very-secret')

  await plugin('off', 'TestChat')
  expect(ok(await shop.api.plugins.all())).toEqual([])
})

test('plugin refuses an unknown name and an invalid configuration', async () => {
  await expect(plugin('on', 'Unknown')).rejects.toThrow(/Unknown/)
  await expect(plugin('set', 'TestChat', '{"mobile_no":"call me"}')).rejects.toThrow(/mobile_no/)
  await expect(plugin('set', 'TestChat', 'call me')).rejects.toThrow(/JSON object/)
})
