import { expect, test } from 'vitest'
import { testDatabase } from '../../../tests/database.ts'
import { address, ok, openTestShop } from './test-shop.ts'

const { db } = await testDatabase()
const shop = await openTestShop(db)

async function guestWithVase() {
  const { api } = shop.guest()
  const vase = await shop.product({ price: 50_000 })
  ok(await api.cart.addItem({ product_id: vase.id }))
  return api
}

test('a postcode tells what an address there would cost and when it comes, and the cart stays as it is', async () => {
  const api = await guestWithVase()
  const before = ok(await api.cart.get())

  const estimate = ok(await api.delivery.estimate({ postcode: ' 560 001 ' }))

  expect(estimate).toMatchObject({ postcode: '560001', from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  const after = ok(await api.cart.get())
  expect(after).toEqual(before)
  const addressed = ok(await api.cart.updateAddress({ ...address, postcode: '560001' }))
  expect(estimate.methods).toEqual(addressed.shipping_methods)
  expect(estimate.methods[0]?.eta_days).not.toBeNull()
})

test('where the shop does not deliver there are no methods; what is no postcode is told at its field', async () => {
  const api = await guestWithVase()
  expect(ok(await api.delivery.estimate({ postcode: '744101' })).methods).toEqual([])
  expect(ok(await api.delivery.estimate({ postcode: '999999' })).methods).toEqual([])
  for (const postcode of ['12', 'MG Road', '056001'])
    expect(await api.delivery.estimate({ postcode })).toMatchObject({
      code: 'VALIDATION',
      errors: { postcode: ['This field is not valid'] },
    })
  expect(ok(await shop.guest().api.delivery.estimate({ postcode: '560001' })).methods).toEqual([])
})

test('rates of the place count, those of its state too', async () => {
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
