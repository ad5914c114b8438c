import type { trackPurchaseEndpoint } from '#contract/track-purchase.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import type { EndpointGroup } from '#server/platform/kernel/plugin.ts'
import { type OrderCaller, requireOrderById } from './require-order.ts'

type Order = { order_id: number; token?: string | undefined }
type TrackPurchase<Flag extends string> = {
  /** Name of the group in the typed client. */
  name: string
  routes: { trackPurchase: string }
  endpoints: { trackPurchase: ReturnType<typeof trackPurchaseEndpoint<Flag>> }
  /** The field of the reply, and of the order where the order's contract has it. */
  flag: Flag
}

/** The endpoint group of a tracking plugin: each plugin claims the report of an order's purchase once, on all devices. */
export const trackPurchaseGroup = <const Flag extends string>(
  { module_name }: { module_name: string },
  { name, routes, endpoints, flag }: TrackPurchase<Flag>,
): Omit<EndpointGroup, 'plugin'> => ({
  name,
  routes,
  endpoints,
  handlers: {
    trackPurchase: async (order: Order, call: OrderCaller & { db: Db }) => ({
      order_id: order.order_id,
      is_first: await claimPurchase(call.db, call, order, { plugin: module_name, flag }),
      [flag]: true,
    }),
  },
})

/**
 * Claims the report of an order's purchase. True for the first call of each plugin only.
 * @throws as `requireOrderById`
 */
async function claimPurchase(
  db: Db,
  caller: OrderCaller,
  { order_id, token }: Order,
  claim: { plugin: string; flag: string },
): Promise<boolean> {
  const { id } = await requireOrderById(db, caller, order_id, token)
  const claimed = await db
    .insertInto('tracked_purchases')
    .values({ order_id: id, ...claim })
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst()
  return claimed !== undefined
}
