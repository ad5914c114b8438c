type Rules = {
  min_quantity: number
  max_quantity: number
  quantity_step: number
}

/**
 * A message about the quantity's limits; empty without any. `wanted` is the quantity chosen before the
 * variation, which has `available`, was selected. `isStockShown`: a message beside it says how many are left.
 */
export function quantityMessage(
  { min_quantity: min, max_quantity: max, quantity_step: step }: Rules,
  wanted: number,
  { available, isStockShown }: { available: number; isStockShown: boolean },
) {
  const most = Math.min(max, available)
  if (wanted > most && most >= min) return `Only ${most} available: we changed the quantity to ${most}.`
  const rules = [
    ...(min > 1 ? [`at least ${min}`] : []),
    ...(step > 1 ? [`in steps of ${step}`] : []),
    ...(wanted >= most && most >= min ? stockOrOrderLimit({ most, max, isStockShown }) : []),
  ]
  const words = rules.join(', ')
  return words && `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

function stockOrOrderLimit({
  most,
  max,
  isStockShown,
}: {
  most: number
  max: number
  isStockShown: boolean
}) {
  if (most >= max) return [`at most ${max} in an order`]
  return isStockShown ? [] : [`no more than ${most} in stock`]
}
