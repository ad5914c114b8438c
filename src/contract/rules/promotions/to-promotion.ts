import type { PromotionEffect, PromotionGoods, PromotionRules } from '#contract/admin/marketing/promotions.ts'
import type { Effect, Promotion, Scope } from './promotion.ts'

/** A promotion as it is stored: its rules are one document. Times are null where they are open. */
export type StoredPromotion = {
  id: number
  name: string
  code: string | null
  priority: number
  starts_at: Date | null
  ends_at: Date | null
  rules: PromotionRules
}

/** A stored promotion as the engine takes it. */
export function toPromotion({
  id,
  name,
  code,
  priority,
  starts_at,
  ends_at,
  rules,
}: StoredPromotion): Promotion {
  const { goods, minimum, shoppers, combines_with, on_return } = rules
  return {
    key: keyOfPromotion(id),
    name,
    code,
    priority,
    starts_at: starts_at?.getTime() ?? null,
    ends_at: ends_at?.getTime() ?? null,
    scope: scopeOf(goods),
    conditions: {
      minimum,
      is_first_order_only: shoppers.is_first_order_only,
      is_signed_in_only: shoppers.is_signed_in_only,
      customers: keysOfCustomers(shoppers),
      countries: shoppers.countries,
      payment_methods: shoppers.payment_methods,
      weekdays: shoppers.weekdays.map((day) => 1 + days.indexOf(day)),
    },
    effect: effectOf(rules.effect),
    combines_with,
    // A gift goes with its cause.
    on_return: rules.effect.type === 'gift' ? 're_evaluate' : on_return,
  }
}

export const keyOfPromotion = (id: number) => `promotion:${id}`

/** The id in the key of a promotion; undefined for that of a coupon. */
export const idOfPromotion = (key: string): number | undefined =>
  key.startsWith('promotion:') ? Number(key.slice('promotion:'.length)) : undefined

/** As the engine compares them: `group:3`, `segment:5`. */
export const keysOfCustomers = ({
  groups,
  segments,
}: {
  groups: readonly number[]
  segments: readonly number[]
}): string[] => [...groups.map((id) => `group:${id}`), ...segments.map((id) => `segment:${id}`)]

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

function scopeOf(goods: PromotionGoods): Scope {
  const keys = (kind: string, ids: readonly number[]) => ids.map((id) => `${kind}:${id}`)
  const chosen = [
    ...keys('product', goods.products),
    ...keys('category', goods.categories),
    ...keys('collection', goods.collections),
    ...keys('brand', goods.brands),
    ...keys('label', goods.labels),
    ...keys('tag', goods.tags),
    ...keys('value', goods.attribute_values),
  ]
  return {
    any_of: goods.is_for_everything ? null : chosen,
    all_of: goods.sale === 'on_sale' ? ['sale:1'] : [],
    none_of: [
      ...keys('product', goods.except_products),
      ...keys('category', goods.except_categories),
      ...(goods.sale === 'not_on_sale' ? ['sale:1'] : []),
    ],
  }
}

function effectOf(effect: PromotionEffect): Effect {
  switch (effect.type) {
    case 'buy_get':
      return { ...effect, other: null }
    case 'buy_get_other':
      return { ...effect, type: 'buy_get', other: scopeOf(effect.other), reduced: 'group' }
    case 'free_delivery':
      return { ...effect, methods: effect.methods.length > 0 ? effect.methods : null }
    default:
      return effect
  }
}
