import { expect, test } from 'vitest'
import * as limits from '#contract/limits.ts'
import { register } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'

const shop = await openShop({ seed: true })
const { country_id } = await readDefaultChannel(shop.db)
const states = ok(await shop.api.settings.countries()).find(({ id }) => id === country_id)?.states ?? []
const state_id = states.find(({ name }) => name === 'Karnataka')?.id ?? 0

const home = {
  first_name: 'Asha',
  last_name: 'Rao',
  phone: '+91 98765 43210',
  address_line_1: '12 MG Road',
  address_line_2: '',
  city: 'Bengaluru',
  postcode: '560 001',
  country_id,
  state_id,
}

async function customer() {
  const guest = shop.guest()
  await register(guest)
  return guest
}

const outlines = (addresses: readonly { city: string; address_type: string; default: boolean }[]) =>
  addresses.map(({ city, address_type, default: isDefault }) => [city, address_type, isDefault])

test('address/add normalises phone, postcode and state, and makes the first of its type the default', async () => {
  const { api } = await customer()

  const reply = await api.address.add({ ...home, first_name: 'As\u202eha', city: 'Bengaluru\u2066' })

  expect(reply).toMatchObject({ status: 'success', message: 'Address saved' })
  const saved = ok(reply)
  expect(saved).toMatchObject({
    // Without bidirectional controls.
    first_name: 'Asha',
    city: 'Bengaluru',
    address_id: saved.id,
    default: true,
    address_type: 'Shipping',
    phone: '9876543210',
    postcode: '560001',
    country: country_id,
    country_name: 'India',
    state: state_id,
    state_name: 'Karnataka',
  })
  expect(ok(await api.address.all())).toEqual([saved])
})

test('each address type has exactly one default, whatever the input', async () => {
  const { api } = await customer()
  ok(await api.address.add({ ...home, city: 'A' }))
  const second = ok(await api.address.add({ ...home, city: 'B' }))
  ok(await api.address.add({ ...home, city: 'C', address_type: 'Billing', default: false }))
  expect(outlines(ok(await api.address.all()))).toEqual([
    ['A', 'Shipping', true],
    ['C', 'Billing', true],
    ['B', 'Shipping', false],
  ])

  ok(await api.address.update({ id: second.id, default: true }))
  ok(await api.address.update({ id: second.id, default: false }))

  expect(outlines(ok(await api.address.all()))).toEqual([
    ['B', 'Shipping', true],
    ['C', 'Billing', true],
    ['A', 'Shipping', false],
  ])
})

test('address/update keeps fields not given, and resets the state with a new country', async () => {
  const { api } = await customer()
  const { id } = ok(await api.address.add(home))

  const reply = await api.address.update({ id, address_line_1: '14 MG Road' })

  expect(reply).toMatchObject({ message: 'Address updated' })
  expect(ok(reply)).toMatchObject({ first_name: 'Asha', address_line_1: '14 MG Road', state_id })
  expect(await api.address.update({ id, state_id: 999_999 })).toMatchObject({
    errors: { state_id: ['This field is not valid'] },
  })
})

test('changing the type of an address drops its default flag', async () => {
  const { api } = await customer()
  const { id } = ok(await api.address.add({ ...home, city: 'A' }))
  ok(await api.address.add({ ...home, city: 'B' }))

  ok(await api.address.update({ id, address_type: 'Billing' }))

  expect(outlines(ok(await api.address.all()))).toEqual([
    ['B', 'Shipping', true],
    ['A', 'Billing', true],
  ])
})

test('removing the default makes the newest of its type the default', async () => {
  const { api } = await customer()
  const { id } = ok(await api.address.add({ ...home, city: 'A' }))
  ok(await api.address.add({ ...home, city: 'B' }))
  ok(await api.address.add({ ...home, city: 'C' }))

  const reply = await api.address.remove({ id })

  expect(reply).toMatchObject({ message: 'Address removed' })
  expect(outlines(ok(reply))).toEqual([
    ['C', 'Shipping', true],
    ['B', 'Shipping', false],
  ])
  expect(await api.address.remove({ id })).toMatchObject({ code: 'NOT_FOUND' })
})

test('address/add reports missing and invalid fields', async () => {
  const { api } = await customer()
  expect(
    await api.address.add({ ...home, first_name: ' ', city: '', postcode: '12', phone: '1' }),
  ).toMatchObject({
    code: 'VALIDATION',
    errors: {
      first_name: ['This field is required'],
      city: ['This field is required'],
      postcode: ['This field is not valid'],
      phone: ['Invalid phone number'],
    },
  })
  expect(await api.address.add({ ...home, country_id: 9_999 })).toMatchObject({
    errors: { country_id: ['This field is not valid'] },
  })
  expect(ok(await api.address.all())).toEqual([])
})

test('address/add enforces the limit, also for concurrent requests', async () => {
  const { api } = await customer()
  for (let at = 2; at < limits.maxAddresses; at++) ok(await api.address.add(home))
  const replies = await Promise.all(Array.from({ length: 5 }, () => api.address.add(home)))
  expect(replies.filter(({ status }) => status === 'success')).toHaveLength(2)
  expect(replies.find(({ status }) => status === 'error')).toMatchObject({ code: 'ADDRESS_BOOK_FULL' })
  expect(ok(await api.address.all()).filter((address) => address.default)).toHaveLength(1)
})

test('a customer cannot access another customer’s addresses, and a guest none', async () => {
  const [asha, ravi] = [await customer(), await customer()]
  const { id } = ok(await asha.api.address.add(home))
  const gone = { code: 'NOT_FOUND', message: 'This address is not in your address book' }

  expect(ok(await ravi.api.address.all())).toEqual([])
  expect(await ravi.api.address.update({ id, city: 'Pune' })).toMatchObject(gone)
  expect(await ravi.api.address.remove({ id })).toMatchObject(gone)
  const guest = shop.guest().api
  for (const reply of [
    await guest.address.all(),
    await guest.address.add(home),
    await guest.address.update({ id, city: 'Pune' }),
    await guest.address.remove({ id }),
  ])
    expect(reply).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(ok(await asha.api.address.all())).toMatchObject([{ id, city: 'Bengaluru' }])
})

const product = await shop.db
  .selectFrom('variations')
  .select('id')
  .where('stock', '>', 20)
  .where('is_published', '=', true)
  .executeTakeFirstOrThrow()

test('checkout accepts a saved address by id, saves a new one and updates a changed one', async () => {
  const { api } = await customer()
  ok(await api.cart.addItem({ product_id: product.id }))
  const toCart = { address_type: 'Shipping', same_as_shipping: true, ...home } as const

  const plain = ok(await api.cart.updateAddress(toCart))
  expect(plain.shipping_address).toMatchObject({ address_id: null, city: 'Bengaluru' })
  expect(ok(await api.address.all())).toEqual([])

  const saved = ok(await api.cart.updateAddress({ ...toCart, save_address: true }))
  const [address] = ok(await api.address.all())
  expect(address).toMatchObject({ city: 'Bengaluru', default: true })
  expect(saved.shipping_address?.address_id).toBe(address?.id)
  expect(saved.billing_address?.address_id).toBe(address?.id)

  const address_id = address?.id ?? 0
  ok(await api.cart.updateAddress({ ...toCart, address_id, city: 'Mysuru' }))
  expect(ok(await api.address.all())).toMatchObject([{ city: 'Bengaluru' }])
  ok(await api.cart.updateAddress({ ...toCart, address_id, city: 'Mysuru', save_address: true }))
  expect(ok(await api.address.all())).toMatchObject([{ id: address_id, city: 'Mysuru' }])

  ok(await api.address.remove({ id: address_id }))
  expect(ok(await api.cart.get()).shipping_address).toMatchObject({ address_id: null, city: 'Mysuru' })
})

test('checkout refuses another customer’s saved address, and saves none for a guest', async () => {
  const [asha, ravi, guest] = [await customer(), await customer(), shop.guest()]
  const { id } = ok(await asha.api.address.add(home))
  for (const { api } of [ravi, guest]) {
    ok(await api.cart.addItem({ product_id: product.id }))
    const before = ok(await api.cart.get())
    expect(
      await api.cart.updateAddress({ address_type: 'Shipping', ...home, address_id: id, save_address: true }),
    ).toMatchObject({ code: 'NOT_FOUND', data: { shipping_address: null, version: before.version } })
  }
  expect(
    ok(await guest.api.cart.updateAddress({ address_type: 'Shipping', ...home, save_address: true }))
      .shipping_address,
  ).toMatchObject({ address_id: null })
  expect(ok(await ravi.api.address.all())).toEqual([])
})
