type Rules = {
  min_quantity: number
  max_quantity: number
  quantity_step: number
}

/**
 * What is to be known about how many can be had, in one sentence; empty where nothing is. `wanted` is what was asked for before the
 * variation, which has `available`, was chosen.
 */
export function quantityWords(
  { min_quantity: min, max_quantity: max, quantity_step: step }: Rules,
  wanted: number,
  available: number,
) {
  const most = Math.min(max, available)
  if (wanted > most && most >= min) return `Only ${most} can be had of this one: the quantity is ${most} now.`
  const rules = [
    ...(min > 1 ? [`at least ${min}`] : []),
    ...(step > 1 ? [`in steps of ${step}`] : []),
    ...(wanted >= most && most >= min
      ? [most < max ? `no more than ${most} in stock` : `at most ${max} in an order`]
      : []),
  ]
  const words = rules.join(', ')
  return words && `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
