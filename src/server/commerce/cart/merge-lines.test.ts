import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MergeLine, mergeLines } from './merge-lines.ts'

const vase = (more: Partial<MergeLine> = {}): MergeLine => ({
  variation_id: 1,
  customisation_key: '',
  customisation: null,
  quantity: 1,
  unit_price: 100,
  name: 'Vase',
  is_buyable: true,
  stock: 10,
  tracks_stock: true,
  min_quantity: 1,
  max_quantity: 10,
  quantity_step: 1,
  ...more,
})

test('mergeLines sums equal products and keeps other products and customisations as separate items', () => {
  const own = [vase({ quantity: 2 })]
  const guest = [
    vase({ quantity: 3, unit_price: 90 }),
    vase({ customisation_key: 'asha' }),
    vase({ variation_id: 2 }),
  ]

  const { changed, capped } = mergeLines(own, guest)

  expect(changed).toMatchObject([
    { variation_id: 1, customisation_key: '', quantity: 5, unit_price: 90 },
    { variation_id: 1, customisation_key: 'asha', quantity: 1 },
    { variation_id: 2, quantity: 1 },
  ])
  expect(capped).toEqual([])
})

test('mergeLines caps the sum at stock and product limit and reports the shortfall', () => {
  expect(mergeLines([vase({ quantity: 3 })], [vase({ quantity: 3, stock: 4 })])).toMatchObject({
    changed: [{ quantity: 4 }],
    capped: [{ name: 'Vase', quantity: 4, wanted: 6 }],
  })
  expect(mergeLines([vase({ quantity: 3 })], [vase({ quantity: 3, max_quantity: 5 })])).toMatchObject({
    changed: [{ quantity: 5 }],
    capped: [{ quantity: 5, wanted: 6 }],
  })
})

test('mergeLines applies only the limit when stock is not tracked', () => {
  expect(mergeLines([], [vase({ quantity: 7, stock: 0, tracks_stock: false })])).toMatchObject({
    changed: [{ quantity: 7 }],
    capped: [],
  })
})

test('mergeLines leaves out unpublished products and reports them', () => {
  expect(mergeLines([], [vase({ is_buyable: false, quantity: 2 })])).toEqual({
    changed: [],
    capped: [{ name: 'Vase', quantity: 0, wanted: 2 }],
  })
})

test('mergeLines respects quantity steps', () => {
  const tiles = { min_quantity: 4, quantity_step: 4, max_quantity: 40, stock: 15 }
  expect(mergeLines([vase({ quantity: 8, ...tiles })], [vase({ quantity: 8, ...tiles })])).toMatchObject({
    changed: [{ quantity: 12 }],
    capped: [{ quantity: 12, wanted: 16 }],
  })
})

test('mergeLines stops at a hundred items and reports the rest', () => {
  const full = Array.from({ length: 100 }, (_, at) => vase({ variation_id: at + 1 }))
  const { changed, capped } = mergeLines(full, [vase({ variation_id: 500 }), vase({ variation_id: 1 })])
  expect(changed).toMatchObject([{ variation_id: 1, quantity: 2 }])
  expect(capped).toHaveLength(1)
})

test('mergeLines never reduces the customer’s items, never exceeds stock or limit, and reports every shortfall, for random carts', () => {
  const product = fc.record({
    stock: fc.integer({ min: 0, max: 12 }),
    tracks_stock: fc.boolean(),
    is_buyable: fc.boolean(),
    max_quantity: fc.integer({ min: 1, max: 12 }),
    min_quantity: fc.integer({ min: 1, max: 3 }),
    quantity_step: fc.integer({ min: 1, max: 3 }),
  })
  const cart = fc.uniqueArray(
    fc.record({
      variation_id: fc.integer({ min: 0, max: 2 }),
      customisation_key: fc.constantFrom('', 'a'),
      quantity: fc.integer({ min: 1, max: 12 }),
    }),
    { selector: (line) => `${line.variation_id}${line.customisation_key}` },
  )
  fc.assert(
    fc.property(fc.tuple(product, product, product), cart, cart, (products, ownCart, guestCart) => {
      const lines = (given: typeof ownCart) =>
        given.map((line) => vase({ ...line, ...products[line.variation_id] }))
      const { changed, capped } = mergeLines(lines(ownCart), lines(guestCart))
      const quantityIn = (
        list: { variation_id: number; customisation_key: string; quantity: number }[],
        of: MergeLine,
      ) =>
        list.find(
          (line) => line.variation_id === of.variation_id && line.customisation_key === of.customisation_key,
        )?.quantity ?? 0
      let short = 0
      for (const line of lines(guestCart)) {
        const held = quantityIn(ownCart, line)
        const now = quantityIn(changed, line)
        if (now > 0) expect(now).toBeGreaterThanOrEqual(held)
        expect(now).toBeLessThanOrEqual(held + line.quantity)
        const most = line.is_buyable ? Math.min(line.tracks_stock ? line.stock : 99, line.max_quantity) : 0
        if (now > held) expect(now).toBeLessThanOrEqual(most)
        if (Math.max(now, held) < held + line.quantity) short += 1
      }
      expect(capped).toHaveLength(short)
    }),
  )
})
