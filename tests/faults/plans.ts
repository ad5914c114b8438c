import type { Random } from '../../bench/catalogue/random.ts'
import { type Plan, waysOfPaying } from './shopper.ts'

export type Storm = { checkouts: number; appKills: number; databaseKills: number }

/** Half pay at the door, half pay first; one in six wants what is scarce, one in six has the coupon. */
export const planShoppers = (
  random: Random,
  checkouts: number,
  shelf: { plenty: number[]; scarce: number[] },
) =>
  Array.from(
    { length: checkouts },
    (_, at): Plan => ({
      number: at + 1,
      product_id: random.anyOf(random.isOnceIn(6) ? shelf.scarce : shelf.plenty),
      quantity: 1 + random.below(2),
      method: random.isOnceIn(2) ? 'cod' : 'stripe',
      hasCoupon: random.isOnceIn(6),
      pays: random.isOnceIn(2) ? 'comes back' : random.anyOf(waysOfPaying),
      pressesTwice: random.isOnceIn(5),
    }),
  )

/** Comes `ms` after so many calls that matter have been made. */
export type Kill = { what: 'app' | 'database'; afterCalls: number; ms: number }

/** At random moments of the time in which there is most to lose: while orders and payments are being made. */
export function planKills(random: Random, { checkouts, appKills, databaseKills }: Storm): Kill[] {
  const what = [
    ...Array.from({ length: appKills }, () => 'app' as const),
    ...Array.from({ length: databaseKills }, () => 'database' as const),
  ]
  return what
    .map((one) => ({ what: one, afterCalls: 2 + random.below(checkouts * 1.6), ms: random.below(80) }))
    .sort((a, b) => a.afterCalls - b.afterCalls)
}
