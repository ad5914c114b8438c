import { type Evaluation, promotionWith, type Scope } from '#contract/rules/promotions/promotion.ts'
import type { OrderedPromotion } from '#contract/rules/promotions/re-evaluate.ts'

/** `keys`: of each line of the cart, null for one that no promotion counts. */
export type PromotionTerms = { promotions: OrderedPromotion[]; keys: (string[] | null)[] }

/**
 * What an order stores of its promotions to calculate them again, so that a later change of one does not matter to it; undefined where
 * none of them is. Of who may have it and when nothing is stored: that was decided with the order. ADR 0034.
 * @param goods what the lines of the cart are
 */
export function promotionTerms(
  { lines, order, gifts }: Evaluation,
  goods: readonly (readonly string[] | null)[],
): PromotionTerms | undefined {
  const applied = [...lines, ...order, ...gifts]
  if (applied.every(({ promotion }) => promotion.on_return === 'proportional')) return undefined
  const known = new Set(goods.flatMap((keys) => keys ?? []))
  const ofOrder = ({ any_of, all_of, none_of }: Scope): Scope => ({
    any_of: any_of?.filter((key) => known.has(key)) ?? null,
    all_of,
    none_of: none_of.filter((key) => known.has(key)),
  })
  const promotions = applied.map(({ promotion, amount }) => {
    const { key, name, code, priority, scope, effect, conditions, on_return } = promotion
    const { minimum } = conditions
    const plain = promotionWith({ key, name, code, priority, effect, on_return, scope: ofOrder(scope) })
    return {
      amount,
      promotion: {
        ...plain,
        conditions: { ...plain.conditions, minimum },
        effect:
          effect.type === 'buy_get' && effect.other ? { ...effect, other: ofOrder(effect.other) } : effect,
      },
    }
  })
  const scopes = promotions.flatMap(({ promotion: { scope, effect } }) => [
    scope,
    ...(effect.type === 'buy_get' && effect.other ? [effect.other] : []),
  ])
  const named = new Set(
    scopes.flatMap(({ any_of, all_of, none_of }) => [...(any_of ?? []), ...all_of, ...none_of]),
  )
  return { promotions, keys: goods.map((keys) => keys?.filter((key) => named.has(key)) ?? null) }
}
