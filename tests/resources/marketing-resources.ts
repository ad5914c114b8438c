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

export const marketingResources: readonly ResourceRow[] = [
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
