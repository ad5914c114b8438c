import { PromotionValues } from '#contract/admin/marketing/promotions.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { createPromotion } from './editing/manage-promotions.ts'

/** Adds a promotion; what is not given is as the form has it. */
export const addPromotion = (db: Db, given: object) =>
  db.transaction().execute((tx) => createPromotion(tx, PromotionValues.parse({ name: 'Offer', ...given })))

/** One of each class, which count together with everything, and a limit for each that no test reaches. */
export async function addPromotions(db: Db) {
  const together = {
    combines_with: ['product', 'order', 'shipping'],
    usage_limit: 1_000_000,
    budget: 90_000_000_000,
  }
  await addPromotion(db, { ...together, name: 'Any 3', effect: { type: 'bundle', count: 3, price: 20_001 } })
  await addPromotion(db, {
    ...together,
    name: 'Three percent',
    effect: { type: 'order_percentage', percent: 3 },
    minimum: { amount: 10_000 },
  })
  await addPromotion(db, {
    ...together,
    name: 'Less delivery',
    effect: { type: 'free_delivery', at_most: 1_111 },
  })
}
