import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { STORED_SECRET } from '#contract/admin/agreed-values.ts'
import { settingGroupNames } from '#contract/admin/settings/groups.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { configurationKeys } from '#server/content/storefront/configuration.ts'
import { keysOfGroup } from '#server/content/storefront/setting-groups.ts'
import { loadSharp } from '#server/platform/media/image-file.ts'
import { addPicture } from '#server/shop/uploads/add-picture.ts'
import { installedPlugins } from '../../../plugins/installed.server.ts'

const shop = await openShop({ seed: true, plugins: installedPlugins })
const { db } = shop
const { admin, id: staffId, email } = await signedInStaff(shop, 'owner')
const { adminSettings, adminPlugins, adminPaymentMethods } = admin

const group = async (id: (typeof settingGroupNames)[number]) => ok(await adminSettings.get({ id }))
const lastEntry = (type: string, id: string) =>
  db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'before', 'after'])
    .where('record_type', '=', type)
    .where('record_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst()

const forgetProof = () =>
  sql`update staff_sessions set proved_at = now() - interval '31 minutes' where staff_id = ${staffId}`.execute(
    db,
  )
const prove = () => sql`update staff_sessions set proved_at = now() where staff_id = ${staffId}`.execute(db)

test('every setting is in exactly one group, with a label', async () => {
  const keys = settingGroupNames.flatMap(keysOfGroup)

  expect(keys.toSorted()).toEqual([...configurationKeys].toSorted())
  for (const name of settingGroupNames) {
    const { schema, values } = await group(name)
    const properties = schema.properties as Record<string, { title?: string }>
    expect(Object.keys(properties)).toEqual(Object.keys(values))
    expect(Object.values(properties).every(({ title }) => title)).toBe(true)
  }
})

test('a changed setting is shown by the shop and logged; a stale change is refused with the present values', async () => {
  const { version, values } = await group('store')
  const saved = ok(
    await adminSettings.update({ id: 'store', version, values: { ...values, store_phone: '080 5550 1234' } }),
  )

  expect(saved.values.store_phone).toBe('080 5550 1234')
  expect(ok(await shop.guest().api.settings.get({ keys: ['store_phone'] })).store_phone).toBe('080 5550 1234')
  expect(await lastEntry('settings', 'store')).toEqual({
    actor: email,
    action: 'settings.update',
    before: { store_phone: values.store_phone },
    after: { store_phone: '080 5550 1234' },
  })
  expect(await adminSettings.update({ id: 'store', version, values })).toMatchObject({
    code: 'STALE_RECORD',
    data: { version: saved.version, values: { store_phone: '080 5550 1234' } },
  })
})

test.each(settingGroupNames)('the settings %s saved unchanged have no audit entry', async (name) => {
  const before = await lastEntry('settings', name)
  const { version, values } = await group(name)

  expect(ok(await adminSettings.update({ id: name, version, values })).version).toBe(version)
  expect(await lastEntry('settings', name)).toEqual(before)
})

test('both ways to sign in cannot be switched off, and nothing is stored', async () => {
  const { version, values } = await group('sign-in')
  const off = { ...values, enable_otp_auth: false, enable_legacy_auth: false }

  expect(await adminSettings.update({ id: 'sign-in', version, values: off })).toMatchObject({
    code: 'VALIDATION',
    errors: { enable_otp_auth: [expect.stringContaining('cannot both be off')] },
  })
  expect((await group('sign-in')).values).toEqual(values)
})

test('an error names the field within a setting; a setting of another group is refused', async () => {
  const { version, values } = await group('colors')
  const [first, ...others] = values.theme_colors as { variable: string; color: string }[]

  expect(
    await adminSettings.update({
      id: 'colors',
      version,
      values: { ...values, theme_colors: [first, { ...others[0], color: 'red' }] },
    }),
  ).toMatchObject({ errors: { 'theme_colors.1.color': [expect.stringContaining('Use a color')] } })
  expect(
    await adminSettings.update({ id: 'colors', version, values: { store_name: 'Another' } }),
  ).toMatchObject({ errors: { store_name: [expect.any(String)] } })
})

test('text that is hard to read is reported with the saved colours', async () => {
  const { version, values } = await group('colors')
  const text_colors = [{ variable: '--text-primary', color: '#eeeeee' }]
  const saved = ok(await adminSettings.update({ id: 'colors', version, values: { ...values, text_colors } }))

  expect(saved.warnings).toEqual(expect.arrayContaining([expect.stringContaining('Main text')]))
})

test('the password of the shop needs a recent proof, and is neither sent nor logged', async () => {
  const { version, values } = await group('modes')
  const wanted = { ...values, store_password: 'open sesame', is_password_protection_enabled: true }
  await forgetProof()
  expect(await adminSettings.update({ id: 'modes', version, values: wanted })).toMatchObject({
    code: 'PROOF_REQUIRED',
  })
  await prove()

  const saved = ok(await adminSettings.update({ id: 'modes', version, values: wanted }))
  expect(saved.values).toMatchObject({
    store_password: STORED_SECRET,
    is_password_protection_enabled: true,
  })
  expect(JSON.stringify([saved, await lastEntry('settings', 'modes')])).not.toContain('sesame')
  const again = ok(
    await adminSettings.update({
      id: 'modes',
      version: saved.version,
      values: { ...saved.values, mode: 'Under Maintenance' },
    }),
  )
  expect(again.values).toMatchObject({ store_password: STORED_SECRET, mode: 'Under Maintenance' })
  const open = { ...again.values, mode: 'Normal', is_password_protection_enabled: false }
  ok(await adminSettings.update({ id: 'modes', version: again.version, values: open }))
})

test('a plugin is configured and switched; its masked secret stays when it is sent back', async () => {
  const withSecret = installedPlugins.find(({ definition }) => (definition.secrets ?? []).length > 0)
  const { plugins } = ok(await adminPlugins.list({}))
  expect(plugins.map(({ name }) => name)).toEqual(
    installedPlugins.map(({ definition }) => definition.module_name),
  )
  expect(plugins.find(({ name }) => name === 'FacebookPixel')).toMatchObject({ consent: expect.any(String) })

  const before = ok(await adminPlugins.get({ id: 'WhatsappChat' }))
  const values = { ...before.values, mobile_no: '919000000001' }
  const saved = ok(
    await adminPlugins.update({ id: 'WhatsappChat', version: before.version, values, is_active: true }),
  )
  expect(saved).toMatchObject({ is_active: true, values: { mobile_no: '919000000001' } })
  expect(
    await adminPlugins.update({ id: 'WhatsappChat', version: before.version, is_active: false }),
  ).toMatchObject({
    code: 'STALE_RECORD',
  })
  expect(await lastEntry('plugin', 'WhatsappChat')).toMatchObject({ action: 'plugin.update', actor: email })

  if (!withSecret) return
  const id = withSecret.definition.module_name
  const [key = ''] = withSecret.definition.secrets ?? []
  const plain = ok(await adminPlugins.get({ id }))
  const secret = 'a-long-secret-1234'
  const set = await adminPlugins.update({
    id,
    version: plain.version,
    values: { ...plain.values, [key]: secret },
  })
  const stored = ok(set)
  expect(stored.values[key]).toBe(STORED_SECRET)
  ok(await adminPlugins.update({ id, version: stored.version, values: stored.values, is_active: false }))
  const row = await db
    .selectFrom('plugins')
    .select('config')
    .where('module_name', '=', id)
    .executeTakeFirstOrThrow()
  expect((row.config as Record<string, unknown>)[key]).toBe(secret)
})

test('a payment method says which keys are missing, and needs a recent proof to change', async () => {
  const { data } = ok(await adminPaymentMethods.list({}))
  const cod = data.find(({ code }) => code === 'cod')
  expect(cod).toMatchObject({ keys: [] })
  const { version, values } = ok(await adminPaymentMethods.get({ id: cod?.id ?? 0 }))
  await forgetProof()
  expect(await adminPaymentMethods.update({ id: cod?.id ?? 0, version, values })).toMatchObject({
    code: 'PROOF_REQUIRED',
  })
  await prove()
  const saved = ok(
    await adminPaymentMethods.update({
      id: cod?.id ?? 0,
      version,
      values: { ...values, name: 'Cash at the door' },
    }),
  )
  expect(saved.values).toEqual({ ...values, name: 'Cash at the door' })
})

test('the state of the system names no secret', async () => {
  const system = ok(await admin.adminSystem.get({}))
  const { tokenSecret, passwordPepper } = shop.services.config

  expect(system.configuration.map(({ name }) => name)).toContain('VITRINE_TOKEN_SECRET')
  expect(JSON.stringify(system)).not.toContain(tokenSecret)
  expect(JSON.stringify(system)).not.toContain(passwordPepper)
})

test('icons are made from a picture of the media library, and from nothing else', async () => {
  const sharp = await loadSharp()
  const square = { width: 256, height: 256, channels: 3 as const, background: '#a84626' }
  const { files } = shop.services
  const { path } = await addPicture({ db, files }, await sharp({ create: square }).png().toBuffer(), {
    alt: '',
  })

  const { value } = ok(await adminSettings.makeIcons({ path }))

  expect(value).toMatchObject({ png_192: expect.stringContaining('favicon-192.png'), svg: null })
  for (const icon of [value.ico, value.png_32, value.png_192, value.apple])
    expect(await files.find(String(icon))).toBeDefined()
  expect(await lastEntry('settings', 'favicon')).toMatchObject({
    action: 'settings.make_icons',
    after: value,
  })
  // The demo's own pictures are AVIF files.
  const avif = await sharp({ create: square }).avif().toBuffer()
  await files.write('kiln/square.avif', avif)
  await db.insertInto('images').values({ path: 'kiln/square.avif', alt: '' }).execute()
  expect(ok(await adminSettings.makeIcons({ path: 'kiln/square.avif' })).value).toMatchObject({ svg: null })
  for (const other of ['no-such-picture.webp', String(value.ico)])
    expect(await adminSettings.makeIcons({ path: other })).toMatchObject({
      errors: { path: [expect.stringContaining('media library')] },
    })
})
