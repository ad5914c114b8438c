import type { CouponRow } from './model/coupon-row.ts'

/** A coupon without conditions. */
export const openCoupon: CouponRow = {
  id: 1,
  code: 'TEN',
  title: '10% off',
  type: 'percentage',
  value: 0,
  max_discount: null,
  min_order: 0,
  is_first_order_only: false,
  is_for_everything: true,
  is_active: true,
  is_started: true,
  is_ended: false,
  ends_at: '2099-12-31T00:00:00Z',
  is_used_up: false,
  item_ids: null,
  limit_of_shopper: null,
  uses_of_shopper: 0,
  has_ordered: false,
}
