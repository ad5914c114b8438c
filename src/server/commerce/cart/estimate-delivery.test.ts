import { expect, test } from 'vitest'
import { address } from '#harness/addresses.ts'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'

const shop = withCheckout(await openShop({ seed: 'small' }))
const { db } = shop

async function guestWithVase() {
  const { api } = shop.guest()
  const vase = await shop.product({ price: 50_000 })
  ok(await api.cart.addItem({ product_id: vase.id }))
  return api
}

test('an estimate for a postcode has costs and days and leaves the cart unchanged', async () => {
  const api = await guestWithVase()
  const before = ok(await api.cart.get())

  const estimate = ok(await api.delivery.estimate({ postcode: ' 560 001 ' }))

  expect(estimate).toMatchObject({ postcode: '560001', from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  const after = ok(await api.cart.get())
  expect(after).toEqual(before)
  const addressed = ok(await api.cart.updateAddress({ ...address, postcode: '560001' }))
  expect(estimate.methods).toMatchObject(addressed.shipping_methods)
  expect(estimate.methods.map(({ tax_on_top }) => tax_on_top.amount)).toEqual([0, 0])
  expect(estimate.methods[0]?.eta_days).not.toBeNull()
})

test('a faster delivery is offered only where it arrives earlier', async () => {
  const api = await guestWithVase()
  const area = {
    country_id: 101,
    region: 'Near',
    prefix: '5620',
    state_id: null,
    max_days: 1,
    min_days: 1,
    is_serviceable: true,
  }
  await db
    .insertInto('pincodes')
    .values({ ...area, is_cod_available: true })
    .execute()
  const codesAt = async (postcode: string) =>
    ok(await api.delivery.estimate({ postcode })).methods.map(({ code }) => code)

  expect(await codesAt('562001')).toEqual(['standard'])
  expect(await codesAt('560001')).toEqual(['express', 'standard'])
})

test('an estimate outside the delivery area has no methods; an invalid postcode is refused at its field', async () => {
  const api = await guestWithVase()
  expect(ok(await api.delivery.estimate({ postcode: '744101' }))).toMatchObject({
    methods: [],
    is_cod_available: true,
  })
  expect(ok(await api.delivery.estimate({ postcode: '571001' })).is_cod_available).toBe(false)
  expect(ok(await api.delivery.estimate({ postcode: '999999' })).methods).toEqual([])
  for (const postcode of ['12', 'MG Road', '056001'])
    expect(await api.delivery.estimate({ postcode })).toMatchObject({
      code: 'VALIDATION',
      errors: { postcode: ['This field is not valid'] },
    })
  expect(ok(await shop.guest().api.delivery.estimate({ postcode: '560001' })).methods).toEqual([])
})

test('an estimate uses the rates of the postcode and those of its state', async () => {
  const api = await guestWithVase()
  const method = await db
    .selectFrom('shipping_methods')
    .select('id')
    .where('code', '=', 'standard')
    .executeTakeFirstOrThrow()
  await db.updateTable('pincodes').set({ state_id: 17 }).where('prefix', '=', '560').execute()
  const of = { shipping_method_id: method.id, country_id: 101 }
  await db
    .insertInto('shipping_rates')
    .values([
      { ...of, price: 20_000 },
      { ...of, state_id: 17, price: 15_000 },
      { ...of, postcode_prefix: '561', price: 5_000 },
    ])
    .execute()
  const priceAt = async (postcode: string) =>
    ok(await api.delivery.estimate({ postcode })).methods.find(({ code }) => code === 'standard')?.amount
      .amount

  expect(ok(await api.delivery.estimate({ postcode: '560001' })).state_id).toBe(17)
  expect(await priceAt('560001')).toBe(15_000)
  expect(await priceAt('561001')).toBe(5_000)
  expect(await priceAt('562001')).toBe(20_000)
})
