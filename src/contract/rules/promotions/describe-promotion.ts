import type { PromotionEffect, PromotionGoods, PromotionRules } from '#contract/admin/marketing/promotions.ts'

/**
 * What a promotion gives, and for what, in a sentence: 'Buy 2, get 1 free on chosen goods, from ₹999'.
 * @param amount minor units as text
 */
export function describePromotion(
  { effect, goods, minimum, shoppers }: Pick<PromotionRules, 'effect' | 'goods' | 'minimum' | 'shoppers'>,
  amount: (minor: number) => string,
): string {
  const from = [
    minimum.amount > 0 ? amount(minimum.amount) : '',
    minimum.quantity > 0 ? `${minimum.quantity} pieces` : '',
  ].filter(Boolean)
  return [
    `${giftOf(effect, amount)}${goodsOf(goods)}`,
    from.length > 0 ? `from ${from.join(' and ')}${minimum.of === 'cart' ? ' in the cart' : ''}` : '',
    shoppers.is_first_order_only ? 'for a first order' : '',
    shoppers.is_signed_in_only ? 'for customers who are signed in' : '',
    shoppers.groups.length + shoppers.segments.length > 0 ? 'for some customers' : '',
    shoppers.countries.length > 0 ? `delivered to ${shoppers.countries.join(', ')}` : '',
    shoppers.payment_methods.length > 0 ? `paid by ${shoppers.payment_methods.join(' or ')}` : '',
    shoppers.weekdays.length > 0 ? `on ${shoppers.weekdays.join(', ')}` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

function giftOf(effect: PromotionEffect, amount: (minor: number) => string): string {
  const upTo = (most: number | null) => (most === null ? '' : `, up to ${amount(most)}`)
  switch (effect.type) {
    case 'percentage':
      return `${effect.percent}% off each item${upTo(effect.at_most)}`
    case 'amount':
      return `${amount(effect.amount)} off each item`
    case 'price':
      return `Each item for ${amount(effect.price)}`
    case 'buy_get':
      return `Buy ${effect.buy}, get ${effect.get} ${freeOr(effect.percent)}`
    case 'buy_get_other':
      return `Buy ${effect.buy}, get ${effect.get} of other goods ${freeOr(effect.percent)}`
    case 'bundle':
      return `Any ${effect.count} for ${amount(effect.price)}`
    case 'quantity_tiers':
      return effect.tiers.map(({ from, percent }) => `${percent}% off from ${from} pieces`).join(', ')
    case 'order_percentage':
      return `${effect.percent}% off the order${upTo(effect.at_most)}`
    case 'order_amount':
      return `${amount(effect.amount)} off the order`
    case 'order_tiers':
      return effect.tiers.map(({ from, percent }) => `${percent}% off from ${amount(from)}`).join(', ')
    case 'gift':
      return effect.products.length > 1 ? `A free gift, one of ${effect.products.length}` : 'A free gift'
    case 'free_delivery':
      return `Free delivery${effect.methods.length > 0 ? ` (${effect.methods.join(', ')})` : ''}${upTo(effect.at_most)}`
  }
}

const freeOr = (percent: number) => (percent === 100 ? 'free' : `at ${percent}% off`)

const goodsOf = ({ is_for_everything, sale }: PromotionGoods) =>
  `${is_for_everything ? '' : ' on chosen goods'}${sale === 'on_sale' ? ' that are reduced' : sale === 'not_on_sale' ? ' that are not reduced' : ''}`
