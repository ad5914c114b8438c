import type { Db } from '#server/http/context.ts'
import { TEST_GATEWAY } from './gateway.ts'

/** A shop that goes from trying to selling: the way to pay that takes no money is not offered any more. */
export const retireTestGateway = async (db: Db) =>
  void (await db
    .updateTable('payment_methods')
    .set({ is_active: false })
    .where('code', '=', TEST_GATEWAY)
    .execute())
