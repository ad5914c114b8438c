import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ShopEvent } from './events.ts'
import { emitListView, emitSelection, type Listed } from './list-events.ts'

let events: ShopEvent[] = []
beforeEach(() => {
  events = []
  vi.stubGlobal('dispatchEvent', (event: Event) => events.push((event as CustomEvent<ShopEvent>).detail))
})
afterEach(() => vi.unstubAllGlobals())

const item = (id: number): Listed => ({ id, sku: `SKU-${id}`, name: `Vase ${id}`, price: 1250 })
const list = (...ids: number[]) => ({
  name: 'Ceramics',
  currency: 'INR',
  items: ids.map(item),
  emitted: { current: [] as readonly Listed[] },
})
const shown = () =>
  events.map((event) => [
    event.name,
    'items' in event && event.items.map(({ item_id, index }) => [item_id, index]),
  ])

test('emitListView emits the items with their SKU, price and position', () => {
  emitListView(list(1, 2))

  expect(events).toEqual([
    {
      name: 'view_item_list',
      item_list_name: 'Ceramics',
      currency: 'INR',
      items: [
        { item_id: 'SKU-1', item_name: 'Vase 1', price: 12.5, quantity: 1, index: 0 },
        { item_id: 'SKU-2', item_name: 'Vase 2', price: 12.5, quantity: 1, index: 1 },
      ],
    },
  ])
})

test('emitListView emits only the new items when the list has grown', () => {
  const first = list(1, 2)
  emitListView(first)
  emitListView({ ...first, items: [1, 2, 3].map(item) })
  emitListView({ ...first, items: [1, 2, 3].map(item) })

  expect(shown()).toEqual([
    [
      'view_item_list',
      [
        ['SKU-1', 0],
        ['SKU-2', 1],
      ],
    ],
    ['view_item_list', [['SKU-3', 2]]],
  ])
})

test('emitListView emits all items when the list has been replaced', () => {
  const first = list(1, 2)
  emitListView(first)
  emitListView({ ...first, items: [2, 1].map(item) })

  expect(shown().at(-1)).toEqual([
    'view_item_list',
    [
      ['SKU-2', 0],
      ['SKU-1', 1],
    ],
  ])
})

test('emitSelection emits the view of its list first when that is missing', () => {
  const vases = list(1, 2)
  emitSelection(vases, 1)
  emitListView(vases)

  expect(shown()).toEqual([
    [
      'view_item_list',
      [
        ['SKU-1', 0],
        ['SKU-2', 1],
      ],
    ],
    ['select_item', [['SKU-2', 1]]],
  ])
})
