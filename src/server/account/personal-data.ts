import type { AccountExport } from '#contract/account.ts'
import { readAddresses } from '../addresses/read-addresses.ts'
import { findOrder } from '../checkout/read-order.ts'
import type { Db, Tx } from '../http/context.ts'
import { leaveOrders } from './erase-orders.ts'

/** Whose data it is. The contact is how rows are found that know no customer. */
export type Person = { id: number; email: string | null; fullPhone: string | null }

type ListName = Exclude<keyof AccountExport, 'exported_at' | 'profile'>

/** What one room keeps of a customer: how it is told, and how it is erased. Rooms that come later add theirs to the list below. */
type PersonalData = {
  /** Tables it speaks for: a test holds the whole list to the database. */
  tables: readonly string[]
  /** What the export says of it, by the name it has there. */
  read?: (db: Db, person: Person) => Promise<Partial<Pick<AccountExport, ListName>>>
  /** Without it the rows go with the customer's own (`on delete cascade`). */
  erase?: (tx: Tx, person: Person) => Promise<unknown>
}

/** In the order in which they are erased. Security §19. */
export const personalData: readonly PersonalData[] = [
  {
    tables: ['orders'],
    read: async (db, { id }) => ({ orders: await readOrders(db, id) }),
    erase: (tx, { id }) => leaveOrders(tx, id),
  },
  {
    tables: ['carts'],
    read: async (db, { id }) => ({ consents: await readConsents(db, id) }),
    erase: (tx, { id }) => tx.deleteFrom('carts').where('customer_id', '=', id).execute(),
  },
  {
    tables: ['access_logs'],
    read: async (db, { id }) => ({ access_log: await readLog(db, id) }),
  },
  {
    tables: ['addresses'],
    read: async (db, { id }) => ({ addresses: await readAddresses(db, id) }),
  },
  {
    tables: ['wishlist_items'],
    read: async (db, { id }) => ({ wishlist: await readWishes(db, id) }),
  },
  { tables: ['sessions', 'password_resets', 'passkeys'] },
  {
    tables: ['otp_challenges'],
    erase: (tx, { id, fullPhone }) =>
      tx
        .deleteFrom('otp_challenges')
        .where((eb) =>
          eb.or([
            eb('purpose', 'in', [`account:${id}`, `proof:${id}`]),
            ...(fullPhone === null ? [] : [eb('phone', '=', fullPhone)]),
          ]),
        )
        .execute(),
  },
  {
    tables: ['outbox'],
    // Orders that are still on their way go on telling of themselves: their messages come later.
    erase: async (tx, { email, fullPhone }) => {
      const recipients = [email, fullPhone].filter((to) => to !== null)
      if (recipients.length > 0) await tx.deleteFrom('outbox').where('recipient', 'in', recipients).execute()
    },
  },
]

async function readOrders(db: Db, customerId: number) {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .execute()
  const orders = []
  for (const { id } of rows) {
    const order = await findOrder(db, id)
    if (order) orders.push(order)
  }
  return orders
}

/** Also what the shop does not sell at the moment. */
async function readWishes(db: Db, customerId: number) {
  const rows = await db
    .selectFrom('wishlist_items')
    .innerJoin('variations', 'variations.id', 'wishlist_items.variation_id')
    .innerJoin('products', 'products.id', 'variations.product_id')
    .select(['variations.sku', 'products.name', 'price_at_add', 'currency', 'added_at'])
    .where('customer_id', '=', customerId)
    .orderBy('wishlist_items.id', 'desc')
    .execute()
  return rows.map(({ price_at_add, currency, added_at, ...product }) => ({
    ...product,
    price_at_add: { amount: price_at_add, currency },
    added_at: added_at.toISOString(),
  }))
}

/** To be written to about more than orders: chosen in the account, and asked at the checkout. */
async function readConsents(db: Db, customerId: number) {
  const chosen = await db
    .selectFrom('customers')
    .select(['is_marketing_opted_in', 'marketing_chosen_at as updated_at'])
    .where('id', '=', customerId)
    .where('marketing_chosen_at', 'is not', null)
    .execute()
  const rows = await db
    .selectFrom('carts')
    .select(['is_marketing_opted_in', 'updated_at'])
    .where('customer_id', '=', customerId)
    .orderBy('updated_at', 'desc')
    .execute()
  return [...chosen, ...rows].map(({ is_marketing_opted_in, updated_at }) => ({
    purpose: 'marketing',
    given: is_marketing_opted_in === true,
    at: (updated_at ?? new Date(0)).toISOString(),
  }))
}

async function readLog(db: Db, customerId: number) {
  const rows = await db
    .selectFrom('access_logs')
    .select(['event', 'method', 'ip', 'user_agent', 'at'])
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}
