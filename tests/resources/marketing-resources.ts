import type { ResourceRow } from './resource-row.ts'

const values = {
  code: 'resource-15',
  title: '15% off mugs',
  discount: { type: 'percentage', percent: 15, at_most: 50_000 },
  min_order: 100_000,
  is_for_everything: false,
  products: [1],
  categories: [10, 21],
  usage_limit: 100,
  ends_at: '2099-12-31T18:30:00.000Z',
}

/** Any 3 of a category for one price. */
const promotion = {
  name: 'Any 3 mugs for 999',
  effect: { type: 'bundle', count: 3, price: 99_900 },
  goods: { is_for_everything: false, categories: [10] },
  badge: 'Any 3 for 999',
}

export const marketingResources: readonly ResourceRow[] = [
  {
    path: 'promotions',
    type: 'promotion',
    tables: ['promotions'],
    files: ['src/server/commerce/promotions/editing/manage-promotions.ts'],
    values: promotion,
    changed: {
      ...promotion,
      code: 'any3',
      effect: { type: 'buy_get', buy: 2, get: 1 },
      minimum: { amount: 50_000 },
      budget: 1_000_000,
    },
    refused: [{ ...promotion, goods: { is_for_everything: false } }, 'goods.products'],
  },
  {
    path: 'price-lists',
    type: 'price_list',
    tables: ['price_lists', 'price_list_items'],
    files: ['src/server/catalog/price-lists/editing/manage-price-lists.ts'],
    values: { name: 'Diwali sale', items: [{ variation_id: 1001, price: 34_900 }] },
    changed: {
      name: 'Diwali sale',
      starts_at: '2001-11-20T18:30:00.000Z',
      ends_at: '2099-11-24T18:30:00.000Z',
      items: [{ variation_id: 1001, price: 33_900 }],
    },
    refused: [{ name: 'Gone', items: [{ variation_id: 999_999_999, price: 1 }] }, 'items.0.variation_id'],
  },
  {
    path: 'coupons',
    type: 'coupon',
    tables: [],
    files: ['src/server/commerce/coupons/editing/manage-coupons.ts'],
    values,
    changed: { ...values, discount: { type: 'free_shipping' }, is_for_everything: true, is_listed: false },
    refused: [
      { ...values, ends_at: '2001-01-01T00:00:00.000Z', starts_at: '2002-01-01T00:00:00.000Z' },
      'ends_at',
    ],
  },
]
