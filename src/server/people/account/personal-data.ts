import { type ExpressionBuilder, sql } from 'kysely'
import type { AccountExport } from '#contract/account.ts'
import { readAddresses } from '#server/commerce/addresses/read-addresses.ts'
import { isOrderOf } from '#server/commerce/buyers/order-sql.ts'
import { findOrder } from '#server/commerce/orders/read-order.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import type { Person, PluginPersonalData, PluginRegistry } from '#server/platform/kernel/plugin.ts'
import type { Database } from '#server/platform/kernel/schema.ts'
import { readRecordValues } from '#server/shop/custom-fields/field-records.ts'
import { asRow, showRecordFields } from '#server/shop/custom-fields/show-values.ts'
import { leaveOrders } from './erase-orders.ts'

type OwnPerson = Person & { is_guest: boolean }
type ListName = Exclude<keyof AccountExport, 'exported_at' | 'profile' | 'plugins'>

/** How one module's customer data is exported and erased. A new module adds an entry to the list below. */
type PersonalData = {
  /** Tables it covers; a test compares the whole list with the database. */
  tables: readonly string[]
  /** Rows for the export, under their key there. */
  read?: (db: Db, person: OwnPerson) => Promise<Partial<Pick<AccountExport, ListName>>>
  /** Without it the rows are deleted with the customer (`on delete cascade`). */
  erase?: (tx: Tx, person: Person) => Promise<unknown>
}

/** In order of erasure. Security §19. */
export const personalData: readonly PersonalData[] = [
  {
    tables: ['orders'],
    read: async (db, person) => ({ orders: await readOrders(db, person) }),
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
    tables: ['customers'],
    read: async (db, { id }) => ({ custom_fields: await readCustomFields(db, id) }),
  },
  {
    tables: ['addresses'],
    read: async (db, { id }) => ({ addresses: await readAddresses(db, id) }),
  },
  {
    tables: ['form_submissions'],
    read: async (db, person) => ({ form_submissions: await readSubmissions(db, person) }),
    erase: (tx, person) => tx.deleteFrom('form_submissions').where(isSubmittedBy(person)).execute(),
  },
  {
    tables: [
      'sessions',
      'password_resets',
      'passkeys',
      'customer_notes',
      'customer_tags',
      'customer_group_members',
    ],
  },
  {
    tables: ['value_accounts'],
    read: async (db, { id }) => ({ stored_value: await readStoredValue(db, id) }),
    // Their entries are the shop's accounts: they stay, without the customer, and pay nothing.
    erase: (tx, { id }) =>
      tx
        .updateTable('value_accounts')
        .set({ blocked_at: new Date(), customer_id: null })
        .where('customer_id', '=', id)
        .execute(),
  },
  {
    tables: ['mode_subscriptions'],
    erase: async (tx, { email }) => {
      if (email !== null) await tx.deleteFrom('mode_subscriptions').where('email', '=', email).execute()
    },
  },
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
    // Orders in transit still send messages later.
    erase: async (tx, { email, fullPhone }) => {
      const recipients = [email, fullPhone].filter((to) => to !== null)
      if (recipients.length > 0) await tx.deleteFrom('outbox').where('recipient', 'in', recipients).execute()
    },
  },
]

/** The customer data of installed plugins; inactive ones too, because their tables keep earlier data. */
export const pluginPersonalData = ({ installed }: Pick<PluginRegistry, 'installed'>): PluginPersonalData[] =>
  installed.flatMap(({ personalData }) => personalData)

/** Those that staff have added to an account by a merge are left out: its owner has not proven their contact. */
async function readOrders(db: Db, { id, is_guest }: OwnPerson) {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where(is_guest ? isOrderOf('orders', id) : sql<boolean>`customer_id = ${id}`)
    .orderBy('id', 'desc')
    .execute()
  const orders = []
  for (const { id } of rows) {
    const order = await findOrder(db, id)
    if (order) orders.push(order)
  }
  return orders
}

/** Fields of the shop's own, as text. */
async function readCustomFields(db: Db, id: number) {
  const custom = (await readRecordValues(db, 'customer', id)) ?? {}
  const [shown] = await showRecordFields(db, 'customer', [custom], { locale: 'en' })
  return (shown?.fields ?? []).map(asRow)
}

async function readStoredValue(db: Db, customerId: number) {
  const rows = await db
    .selectFrom('value_accounts')
    .select(['label', 'currency', 'balance', 'expires_at'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  return rows.map(({ expires_at, ...row }) => ({ ...row, expires_at: expires_at?.toISOString() ?? null }))
}

/** Marketing consents: chosen in the account or given at checkout. */
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

/** Submitted while logged in, or with the customer's address. */
const isSubmittedBy =
  ({ id, email }: Person) =>
  (eb: ExpressionBuilder<Database, 'form_submissions'>) =>
    eb.or([eb('customer_id', '=', id), ...(email ? [eb('email', '=', email.toLowerCase())] : [])])

async function readSubmissions(db: Db, person: Person) {
  const rows = await db
    .selectFrom('form_submissions')
    .select(['form_name as form', 'values', 'created_at'])
    .where(isSubmittedBy(person))
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }))
}
