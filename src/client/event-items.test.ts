import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Cart } from '#contract/cart.ts'
import { emitCartChange } from './event-items.ts'
import type { ShopEvent } from './events.ts'

let events: ShopEvent[] = []
beforeEach(() => {
  events = []
  vi.stubGlobal('dispatchEvent', (event: Event) => events.push((event as CustomEvent<ShopEvent>).detail))
})
afterEach(() => vi.unstubAllGlobals())

/** A cart of `[item id, quantity]`, each piece at ₹12.50. */
const cartOf = (...lines: [id: number, quantity: number][]) =>
  ({
    grand_total: { amount: 0, currency: 'INR' },
    items: lines.map(([id, quantity]) => ({
      id,
      product_id: id + 100,
      options: [],
      quantity,
      unit_price: { amount: 1250, currency: 'INR' },
      product: { name: `Item ${id}`, brand: null, channel: { sku: `SKU-${id}` } },
    })),
  }) as unknown as Cart

const changed = () =>
  events.map((event) =>
    'items' in event
      ? [event.name, ...event.items.map(({ item_id, quantity, index }) => [item_id, quantity, index])]
      : [],
  )

test('emitCartChange emits one add_to_cart with the added quantities when a line grows and another is new', () => {
  emitCartChange(cartOf([1, 1]), cartOf([1, 3], [2, 1]))

  expect(changed()).toEqual([['add_to_cart', ['SKU-1', 2, 0], ['SKU-2', 1, 1]]])
  expect(events[0]).toMatchObject({ currency: 'INR', value: 37.5 })
})

test('emitCartChange emits one remove_from_cart with the removed quantities when a line shrinks and another is gone', () => {
  emitCartChange(cartOf([1, 3], [2, 1]), cartOf([1, 2]))

  expect(changed()).toEqual([['remove_from_cart', ['SKU-1', 1, 0], ['SKU-2', 1, 1]]])
})

test('emitCartChange emits nothing when no item changes', () => {
  emitCartChange(cartOf([1, 3]), cartOf([1, 3]))
  emitCartChange(null, cartOf([1, 3]))

  expect(events).toEqual([])
})

test('emitCartChange emits only the requested line when the cart before is unknown', () => {
  emitCartChange(null, cartOf([1, 3], [2, 5]), { product_id: 102, quantity: 2 })

  expect(changed()).toEqual([['add_to_cart', ['SKU-2', 2, 0]]])
})
