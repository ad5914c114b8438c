import type { Matched } from './apply-effect.ts'
import type { OfferCart, Promotion, Scope } from './promotion.ts'

/** Promotions by the keys of goods that they name, so that those about other goods are not looked at. */
type GoodsIndex = { byKey: Map<string, Placed[]>; ofAll: Placed[] }

/** With its number in the list. */
type Placed = { promotion: Promotion; at: number }

const indexes = new WeakMap<readonly Promotion[], GoodsIndex>()

/** The promotions that are about any goods of the cart, with the lines of each. Indexes a list once. */
export function matchGoods(
  cart: OfferCart,
  promotions: readonly Promotion[],
  own: readonly Promotion[],
): [Promotion, Matched][] {
  let index = indexes.get(promotions)
  if (!index) {
    index = indexOf(promotions)
    indexes.set(promotions, index)
  }
  // Of equal pieces those of the earlier line come first.
  const lines = cart.lines
    .map(({ keys, unit_price }, at) => ({ at, unit_price, keys: new Set(keys) }))
    .sort((a, b) => b.unit_price - a.unit_price || a.at - b.at)
  const all = lines.map(({ at }) => at)
  const linesIn = (scope: Scope) =>
    isForAll(scope) ? all : lines.flatMap(({ at, keys }) => (isIn(scope, keys) ? [at] : []))
  const found = new Set(cart.lines.length > 0 ? index.ofAll : [])
  for (const { keys } of lines)
    for (const key of keys) for (const placed of index.byKey.get(key) ?? []) found.add(placed)
  const ordered = [...found].sort((a, b) => a.at - b.at).map(({ promotion }) => promotion)
  return [...ordered, ...own].flatMap((promotion): [Promotion, Matched][] => {
    const { scope, effect } = promotion
    const matched = linesIn(scope)
    if (matched.length === 0) return []
    const other = effect.type === 'buy_get' && effect.other ? linesIn(effect.other) : []
    return [[promotion, { lines: matched, other }]]
  })
}

const isForAll = ({ any_of, all_of, none_of }: Scope) =>
  any_of === null && all_of.length + none_of.length === 0

function indexOf(promotions: readonly Promotion[]): GoodsIndex {
  const byKey = new Map<string, Placed[]>()
  const ofAll: Placed[] = []
  for (const [at, promotion] of promotions.entries()) {
    const placed = { promotion, at }
    if (promotion.scope.any_of === null) ofAll.push(placed)
    for (const key of promotion.scope.any_of ?? []) {
      const known = byKey.get(key)
      if (known) known.push(placed)
      else byKey.set(key, [placed])
    }
  }
  return { byKey, ofAll }
}

/** Whether goods with these keys are in a scope. */
export const isIn = ({ any_of, all_of, none_of }: Scope, keys: ReadonlySet<string>): boolean =>
  (any_of === null || any_of.some((key) => keys.has(key))) &&
  all_of.every((key) => keys.has(key)) &&
  !none_of.some((key) => keys.has(key))
