import { beforeEach, expect, test } from 'vitest'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'

const shop = withCheckout(await openShop({ seed: 'small' }))

let api: ReturnType<typeof shop.guest>['api']
let vase: Awaited<ReturnType<typeof shop.product>>
let bowl: Awaited<ReturnType<typeof shop.product>>
let vaseLine = 0
let bowlLine = 0
beforeEach(async () => {
  ;({ api } = shop.guest())
  vase = await shop.product({ price: 50_000, stock: 5 })
  bowl = await shop.product({ price: 20_000, stock: 5 })
  await api.cart.addItem({ product_id: vase.id })
  const { items } = ok(await api.cart.addItem({ product_id: bowl.id }))
  ;[vaseLine = 0, bowlLine = 0] = items.map(({ id }) => id)
})

test('the instruction and several quantities change in one call, which raises the version once', async () => {
  const cart = ok(
    await api.cart.update({
      instruction: ' Leave at \u202ethe gate ',
      items: [
        { item_id: vaseLine, quantity: 3 },
        { item_id: bowlLine, quantity: 2 },
      ],
    }),
  )

  expect(cart).toMatchObject({
    version: 3,
    instruction: 'Leave at the gate',
    total_quantity: 5,
    grand_total: { amount: 190_000 },
  })
  expect(ok(await api.cart.get())).toEqual(cart)
})

test('a missing instruction leaves the stored one, and an empty one is cleared', async () => {
  await api.cart.update({ instruction: 'Ring twice' })

  expect(ok(await api.cart.update({ items: [{ item_id: vaseLine, quantity: 2 }] })).instruction).toBe(
    'Ring twice',
  )
  expect(ok(await api.cart.update({ instruction: '' })).instruction).toBeNull()
  await api.cart.update({ instruction: 'Ring twice' })
  expect(ok(await api.cart.update({ instruction: null }))).toMatchObject({
    instruction: null,
    total_quantity: 3,
  })
})

test('one quantity beyond the stock leaves the instruction and all other quantities unchanged', async () => {
  const before = ok(await api.cart.get())

  const reply = await api.cart.update({
    instruction: 'Leave at the gate',
    items: [
      { item_id: vaseLine, quantity: 3 },
      { item_id: bowlLine, quantity: 6 },
    ],
  })

  expect(reply).toMatchObject({ code: 'OUT_OF_STOCK', message: 'Only 5 left in stock', data: before })
  expect(ok(await api.cart.get())).toEqual(before)
})

test('a line of another cart is not found, and nothing changes', async () => {
  const stranger = shop.guest()
  const theirs = ok(await stranger.api.cart.addItem({ product_id: vase.id }))

  const reply = await api.cart.update({
    items: [
      { item_id: vaseLine, quantity: 2 },
      { item_id: theirs.items[0]?.id ?? 0, quantity: 4 },
    ],
  })

  expect(reply).toMatchObject({ code: 'NOT_FOUND', data: { total_quantity: 2 } })
  expect(ok(await stranger.api.cart.get())).toEqual(theirs)
})

test('pieces move from one line of a product to another within the stock', async () => {
  const mug = await shop.product({
    stock: 5,
    customisation: { text: { enabled: true, max_length: 20, required: false } },
  })
  await api.cart.addItem({ product_id: mug.id, quantity: 4, additonal_data: { custom_text: 'ASHA' } })
  const { items } = ok(await api.cart.addItem({ product_id: mug.id }))
  const [asha, plain] = items.slice(2)

  const moved = await api.cart.update({
    items: [
      { item_id: plain?.id ?? 0, quantity: 4 },
      { item_id: asha?.id ?? 0, quantity: 1 },
    ],
  })

  expect(ok(moved).items.slice(2)).toMatchObject([{ quantity: 1 }, { quantity: 4 }])
  expect(await api.cart.update({ items: [{ item_id: asha?.id ?? 0, quantity: 2 }] })).toMatchObject({
    code: 'OUT_OF_STOCK',
  })
})

test('a line named twice, an unknown field and a stale version are refused', async () => {
  const line = { item_id: vaseLine, quantity: 2 }

  expect(await api.cart.update({ items: [line, { ...line, quantity: 3 }] })).toMatchObject({
    code: 'VALIDATION',
    errors: { items: ['Each item may be named once'] },
  })
  const forged = { ...line, unit_price: 1 }
  expect(await api.cart.update({ items: [forged] })).toMatchObject({
    errors: { 'items.0.unit_price': ['This field is not known'] },
  })
  expect(await api.cart.update({ version: 1, items: [line] })).toMatchObject({ code: 'STALE_CART' })
  expect(await shop.guest().api.cart.update({ instruction: 'Hello' })).toMatchObject({ code: 'CART_INVALID' })
})
