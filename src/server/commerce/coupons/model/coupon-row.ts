/** A coupon for one cart (`couponOfCart` in coupon-sql.ts). Money in minor units; times by the database's clock. */
export type CouponRow = {
  id: number
  code: string
  title: string
  type: 'percentage' | 'fixed' | 'free_shipping'
  /** Percent, or minor units. */
  value: number
  /** Cap of the discount, on items or delivery. */
  max_discount: number | null
  /** Minimum value of the eligible items. */
  min_order: number
  is_first_order_only: boolean
  is_for_everything: boolean
  is_active: boolean
  is_started: boolean
  is_ended: boolean
  ends_at: string
  is_used_up: boolean
  /** The eligible lines; null for all. */
  item_ids: number[] | null
  /** This shopper's limit and uses; a null limit is unlimited. */
  limit_of_shopper: number | null
  uses_of_shopper: number
  has_ordered: boolean
}
