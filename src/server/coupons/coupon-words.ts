import { formatMoney, money } from '#contract/money.ts'
import type { Channel } from '../storefront/read-channel.ts'
import type { CouponRow } from './coupon-row.ts'
import type { Refusal } from './judge-coupon.ts'

type Place = Pick<Channel, 'currency' | 'locale'>

/** In the list of coupons: what keeps this one from being used. */
export function reasonAgainst(refusal: Refusal, place: Place): string {
  if (refusal.because === 'minimum') {
    const missing = amount(refusal.missing, place)
    return refusal.isForEverything
      ? `Add ${missing} more to use it`
      : `Add ${missing} more of what it is for to use it`
  }
  return shortReasons[refusal.because]
}

/** The answer to a code that cannot be used, with what can be done about it. Decisions §4 (coupons/apply). */
export function refusedWords(code: string, refusal: Refusal, place: Place): string {
  if (refusal.because === 'unknown') return `We do not know the coupon ${code}. Please check how it is spelt`
  const words = `${code} cannot be used: ${clauseOf(refusal, place)}`
  return refusal.because === 'minimum' ? `${words}. Add ${amount(refusal.missing, place)} more` : words
}

/** Said once, when a coupon that was on the cart does not count any more. Decisions §3 (Coupon). */
export const removedWords = (code: string, refusal: Refusal, place: Place): string =>
  `${code} was removed: ${clauseOf(refusal, place)}`

/** Said of a coupon that is on now, with what the cart cost before and costs with it, in minor units; `before` had another or none. */
export function appliedWords(
  before: { code: string | null; total: number },
  total: number,
  place: Place,
): string {
  const applied = 'Coupon applied'
  if (total <= before.total) return applied
  const less = amount(total - before.total, place)
  return `${applied}. ${before.code ? `With ${before.code}` : 'Without it'} the total was ${less} less`
}

/** What the shop asks for, in one line: 'On goods worth ₹999 or more, up to ₹500 off'. Empty for a coupon without terms. */
export function termsOf(coupon: CouponRow, place: Place): string {
  const { is_for_everything, min_order, max_discount, type, value } = coupon
  const goods = is_for_everything ? 'goods' : 'selected products'
  const isCapped = max_discount !== null && !(type === 'fixed' && max_discount >= value)
  const terms = [
    min_order > 0 ? `on ${goods} worth ${amount(min_order, place)} or more` : '',
    min_order === 0 && !is_for_everything ? `on ${goods}` : '',
    isCapped ? `up to ${amount(max_discount, place)} off` : '',
    coupon.is_first_order_only ? 'for a first order' : '',
  ]
  const line = terms.filter(Boolean).join(', ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}

function clauseOf(refusal: Refusal, place: Place): string {
  if (refusal.because !== 'minimum') return clauses[refusal.because]
  const goods = refusal.isForEverything ? 'goods' : 'goods it is for'
  return `it needs ${goods} worth ${amount(refusal.needed, place)}`
}

type Plain = Exclude<Refusal['because'], 'minimum'>

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
}

const amount = (minor: number, { currency, locale }: Place) => formatMoney(money(minor, currency), locale)
