import { expect, test } from 'vitest'
import { orThrow } from '#contract/envelope.ts'
import { settingKeys } from '#contract/storefront.ts'
import { openShop } from '#harness/open-shop.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { anonymousVisitor } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { writeSettings } from '#server/shop/settings/editing/write-settings.ts'

const { db, changes, pipeline } = await openShop({ seed: true })
const api = pipeline.openApi(anonymousVisitor)
const ask = (group: string, name: string, input: Record<string, unknown> = {}) =>
  pipeline.run({ group, name, input, visitor: anonymousVisitor })

test('storefront/all returns appearance, notice and channel', async () => {
  expect(await api.storefront.all()).toMatchObject({
    data: {
      name: 'Kiln & Loom',
      mode: 'Normal',
      page_layout: 'Full Width',
      color_scheme: 'light',
      radius: '10px',
      theme_colors: expect.arrayContaining([
        { variable: '--color-primary', color: '#9a3f1f' },
        { variable: '--color-surface-raised', color: '#f3ebdf' },
      ]),
      text_colors: [
        { variable: '--text-primary', color: '#2b2621' },
        { variable: '--text-muted', color: '#655a4f' },
      ],
      typography: { heading: { font_family: 'Fraunces Variable', font_weight: 560 } },
      fonts: expect.arrayContaining([
        {
          family: 'Figtree Variable',
          path: '/fonts/figtree-latin-ext-wght-normal.woff2',
          weight_range: '400 900',
          is_variable: true,
        },
      ]),
      store_notice_background_color: '#2f4a4f',
      notice_page: { slug: 'offers', name: 'Offers' },
      favicon: { svg: '/media/kiln/favicon.svg', ico: null },
      social_sharing_image: { path: '/media/kiln/hero-morning-table.avif', width: 1920 },
      logo1: null,
      channel: {
        code: 'india',
        currency: { code: 'INR', symbol: '₹', decimals: 2 },
        country: { id: 101, code: 'IN', mobile_code: '+91', mobile_number_length: 10 },
        locale: 'en-IN',
      },
      termsandconditions_page: { slug: 'terms-and-conditions' },
      privacypolicy_page: { slug: 'privacy-policy' },
    },
  })
})

test('a storefront without settings has the default appearance', async () => {
  const { appearance } = await db.selectFrom('storefronts').select('appearance').executeTakeFirstOrThrow()
  await db
    .updateTable('storefronts')
    .set({ appearance: json({}) })
    .execute()
  await noteChange(db, ['storefront'])
  await changes.catchUp()

  expect(await api.storefront.all()).toMatchObject({
    status: 'success',
    data: { theme_colors: [], notice_page: null, cookies: [{ id: 'essential', required: true }] },
  })

  await db
    .updateTable('storefronts')
    .set({ appearance: json(appearance) })
    .execute()
  await noteChange(db, ['storefront'])
  await changes.catchUp()
})

test('initial-values returns license, host, storefront and the requested settings', async () => {
  const keys = 'default_channel,enable_guest_checkout,store_name'
  expect(await api.storefront.initialValues({ keys })).toEqual({
    status: 'success',
    data: {
      license_status: 'active',
      host: 'https://shop.example.com',
      settings: { default_channel: 1, enable_guest_checkout: true, store_name: 'Kiln & Loom' },
      storefront: (await api.storefront.all()).data,
      plugins: [],
      admin_token: null,
    },
  })
})

test('settings/get accepts keys as a list or repeated, and returns all listed keys without any', async () => {
  const wanted = { store_name: 'Kiln & Loom' }
  expect(await api.storefront.initialValues({ keys: ['store_name'] })).toMatchObject({
    data: { settings: wanted },
  })
  const { settings } = orThrow(await api.storefront.initialValues())
  expect(Object.keys(settings).toSorted()).toEqual([...settingKeys].toSorted())
})

test('settings/get never returns unlisted keys', async () => {
  await db
    .insertInto('settings')
    .values({ key: 'smtp_password', value: json('s3cret') })
    .execute()
  const keys = ['smtp_password', 'demo_seeded', 'constructor', '__proto__', 'store_name']

  const replies = [await ask('settings', 'get', { keys }), await ask('storefront', 'initialValues', { keys })]

  expect(replies[0]?.body).toEqual({ status: 'success', data: { store_name: 'Kiln & Loom' } })
  expect(JSON.stringify(replies)).not.toMatch(/s3cret|demo_seeded/)
  expect(JSON.stringify(await ask('storefront', 'initialValues'))).not.toMatch(/s3cret|demo_seeded/)
})

test('an unset setting, or one of a wrong type, has its default', async () => {
  await db
    .insertInto('settings')
    .values({ key: 'account_verification_for', value: json(7) })
    .execute()
  await noteChange(db, ['settings'])
  await changes.catchUp()
  const keys = ['account_verification_for', 'facebook', 'store_url', 'cart_expire_days', 'enable_refund']
  expect(await api.settings.get({ keys })).toEqual({
    status: 'success',
    data: {
      account_verification_for: 'none',
      facebook: '',
      store_url: 'https://shop.example.com',
      cart_expire_days: 30,
      enable_refund: true,
    },
  })
})

test('a changed setting applies immediately', async () => {
  const read = () => api.settings.get({ keys: ['enable_guest_checkout'] })
  expect(await read()).toMatchObject({ data: { enable_guest_checkout: true } })
  await writeSettings(db, { enable_guest_checkout: false })
  await changes.catchUp()
  expect(await read()).toMatchObject({ data: { enable_guest_checkout: false } })
})

test('countries include their states', async () => {
  const countries = orThrow(await api.settings.countries())
  expect(countries).toMatchObject([
    { id: 101, code: 'IN', postcode_label: 'Pincode' },
    { id: 233, code: 'US', postcode_label: 'ZIP code' },
  ])
  const [india] = countries
  expect(india?.states).toHaveLength(36)
  expect(india?.states).toContainEqual({
    id: 17,
    name: 'Karnataka',
    code: 'KA',
    postcode_prefixes: expect.arrayContaining(['560']),
  })
})

test('the Indian address form has the pincode before the city, and requires a state', async () => {
  const fields = orThrow(await api.settings.addressFields({ country: 101, type: 'Shipping' }))
  expect(fields.map(({ column_name }) => column_name)).toEqual([
    'first_name',
    'last_name',
    'phone',
    'address_line_1',
    'address_line_2',
    'postcode',
    'city',
    'state_id',
    'tax_no',
  ])
  expect(fields.find(({ column_name }) => column_name === 'postcode')).toMatchObject({
    label: 'Pincode',
    is_required: true,
    max_length: 6,
    pattern: '^[1-9][0-9]{5}$',
  })
  const state = fields.find(({ column_name }) => column_name === 'state_id')
  expect(state?.options).toContainEqual({ value: '17', label: 'Karnataka' })
})

test('a postcode resolves to city and state where known', async () => {
  const place = async (postcode: string, country = 101) =>
    orThrow(await api.settings.postcode({ country, postcode }))
  expect(await place('560001')).toEqual({ city: 'Bengaluru', state_id: 17 })
  expect(await place('411 045')).toMatchObject({ city: 'Pune' })
  expect(await place('751001')).toMatchObject({ city: 'Bhubaneswar' })
  // A village's pincode: only the state is known.
  expect(await place('412101')).toEqual({ city: null, state_id: (await place('400001')).state_id })
  expect(await place('990000')).toEqual({ city: null, state_id: null })
  expect(await place('560001', 999)).toEqual({ city: null, state_id: null })
  expect(await api.settings.postcode({ country: 101, postcode: ' ' })).toMatchObject({ code: 'VALIDATION' })
})

test('a country without its own fields has the general ones', async () => {
  const general = await api.settings.addressFields()
  expect(general).toEqual(await api.settings.addressFields({ country: 1 }))
  expect(JSON.stringify(general)).not.toContain('state_id')
})

test('host returns the bare origin, health the build id, and heart-beat sets a cookie for a week', async () => {
  expect((await ask('base', 'host')).body).toBe('https://shop.example.com')
  expect((await ask('base', 'health')).body).toEqual({ status: 'success', data: { build_id: 'test' } })
  const beat = await ask('base', 'heartBeat', { url: 'https://shop.example.com/', build_id: 'test' })
  expect(beat.body).toEqual({ status: 'success' })
  expect(beat.cookies).toEqual([
    { name: 'heartbeat', value: new Date().toISOString().slice(0, 10), maxAgeSeconds: 604_800 },
  ])
})
