import { formatMoney, money } from '#contract/money.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { CouponRow } from '../model/coupon-row.ts'
import type { Refusal } from './judge-coupon.ts'

type PriceFormat = Pick<Channel, 'currency' | 'locale'>

/** The reason against a coupon, for the list of coupons. */
export function refusalReason(refusal: Refusal, format: PriceFormat): string {
  if (refusal.because === 'minimum') {
    const missing = amount(refusal.missing, format)
    return refusal.isForEverything
      ? `Add ${missing} more to use it`
      : `Add ${missing} more of what it is for to use it`
  }
  if (refusal.because === 'pieces') return `Add ${refusal.missing} more of what it is for to use it`
  return shortReasons[refusal.because]
}

/** The refusal of a coupon code, with advice. Decisions §4 (coupons/apply). */
export function refusedMessage(code: string, refusal: Refusal, format: PriceFormat): string {
  if (refusal.because === 'unknown') return `The coupon ${code} does not exist. Please check the spelling`
  const message = `${code} cannot be used: ${clauseOf(refusal, format)}`
  return refusal.because === 'minimum' ? `${message}. Add ${amount(refusal.missing, format)} more` : message
}

/** Shown once, when a coupon on the cart no longer applies. Decisions §3 (Coupon). */
export const removedMessage = (code: string, refusal: Refusal, format: PriceFormat): string =>
  `${code} was removed: ${clauseOf(refusal, format)}`

/**
 * The message after applying a coupon, with the cart's total before and after, in minor units; `before` had
 * another coupon or none.
 */
export function appliedMessage(
  before: { code: string | null; total: number },
  total: number,
  format: PriceFormat,
): string {
  const applied = 'Coupon applied'
  if (total <= before.total) return applied
  const less = amount(total - before.total, format)
  return `${applied}. ${before.code ? `With ${before.code}` : 'Without it'} the total was ${less} less`
}

/** The conditions in one line: 'On goods worth ₹999 or more, up to ₹500 off'. Empty for a coupon without conditions. */
export function termsOf(coupon: CouponRow, format: PriceFormat): string {
  const { is_for_everything, min_order, max_discount, type, value } = coupon
  const goods = is_for_everything ? 'goods' : 'selected products'
  const isCapped = max_discount !== null && !(type === 'fixed' && max_discount >= value)
  const terms = [
    min_order > 0 ? `on ${goods} worth ${amount(min_order, format)} or more` : '',
    min_order === 0 && !is_for_everything ? `on ${goods}` : '',
    isCapped ? `up to ${amount(max_discount, format)} off` : '',
    coupon.is_first_order_only ? 'for a first order' : '',
  ]
  const line = terms.filter(Boolean).join(', ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}

function clauseOf(refusal: Refusal, format: PriceFormat): string {
  if (refusal.because === 'pieces') return `it needs ${refusal.missing} more of the goods it is for`
  if (refusal.because !== 'minimum') return clauses[refusal.because]
  const goods = refusal.isForEverything ? 'goods' : 'goods it is for'
  return `it needs ${goods} worth ${amount(refusal.needed, format)}`
}

type Plain = Exclude<Refusal['because'], 'minimum' | 'pieces'>

const clauses: Record<Plain, string> = {
  unknown: 'it is not offered any more',
  off: 'it is not offered any more',
  early: 'it is not valid yet',
  ended: 'it has expired',
  'used-up': 'it has been used up',
  'not-first': 'it is for a first order only',
  'used-before': 'you have used it before',
  'not-for-these': 'it is not for anything in your cart',
  empty: 'your cart is empty',
  'delivery-is-free': 'delivery is already free for this cart',
  'offers-save-more': 'the offers of your cart save more',
}

const shortReasons: Record<Plain, string> = {
  unknown: 'Not offered any more',
  off: 'Not offered any more',
  early: 'Not valid yet',
  ended: 'Expired',
  'used-up': 'Used up',
  'not-first': 'For a first order only',
  'used-before': 'You have used it before',
  'not-for-these': 'Not for anything in your cart',
  empty: 'Your cart is empty',
  'delivery-is-free': 'Delivery is already free for this cart',
  'offers-save-more': 'The offers of your cart save more',
}

const amount = (minor: number, { currency, locale }: PriceFormat) =>
  formatMoney(money(minor, currency), locale)
