import type { Random } from '../../bench/catalog/random.ts'
import { type Plan, waysOfPaying } from './shopper.ts'

export type RunSize = { checkouts: number; appKills: number; databaseKills: number }

/** Half pay on delivery, half in advance; one in six buys a scarce variation, one in six has the coupon. */
export const planShoppers = (
  random: Random,
  checkouts: number,
  prepared: { plenty: number[]; scarce: number[] },
) =>
  Array.from(
    { length: checkouts },
    (_, at): Plan => ({
      number: at + 1,
      product_id: random.anyOf(random.isOnceIn(6) ? prepared.scarce : prepared.plenty),
      quantity: 1 + random.below(2),
      method: random.isOnceIn(2) ? 'cod' : 'stripe',
      hasCoupon: random.isOnceIn(6),
      pays: random.isOnceIn(2) ? 'comes back' : random.anyOf(waysOfPaying),
      pressesTwice: random.isOnceIn(5),
    }),
  )

/** A kill `ms` milliseconds after `afterCalls` order and payment calls. */
export type Kill = { what: 'app' | 'database'; afterCalls: number; ms: number }

/** Kills at random moments while orders and payments are in progress. */
export function planKills(random: Random, { checkouts, appKills, databaseKills }: RunSize): Kill[] {
  const what = [
    ...Array.from({ length: appKills }, () => 'app' as const),
    ...Array.from({ length: databaseKills }, () => 'database' as const),
  ]
  return what
    .map((one) => ({ what: one, afterCalls: 2 + random.below(checkouts * 1.6), ms: random.below(80) }))
    .sort((a, b) => a.afterCalls - b.afterCalls)
}
