/** A coupon as one cart sees it (`couponOfCart` in coupon-sql.ts). Money in minor units; times by the database's clock. */
export type CouponRow = {
  id: number
  code: string
  title: string
  type: 'percentage' | 'fixed' | 'free_shipping'
  /** Percent, or minor units. */
  value: number
  /** The most it takes off, of the goods or of the delivery. */
  max_discount: number | null
  /** What the goods it is for must be worth. */
  min_order: number
  is_first_order_only: boolean
  is_for_everything: boolean
  is_active: boolean
  is_started: boolean
  is_ended: boolean
  ends_at: string
  is_used_up: boolean
  /** The lines it is for; null for all. */
  item_ids: number[] | null
  /** How often this shopper may use it and has; null for as often as they like. */
  limit_of_shopper: number | null
  uses_of_shopper: number
  has_ordered: boolean
}
