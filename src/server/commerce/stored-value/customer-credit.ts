import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import type { HookRunner } from '#server/platform/kernel/plugin.ts'
import { type NewAccount, requireContra } from './ledger.ts'

type Own = Pick<NewAccount, 'kind' | 'label' | 'currency'> & { customerId: number }

/** The account of a customer: one of a kind in a currency. The first that needs it opens it. */
export async function requireOwnAccount(tx: Tx, own: Own): Promise<number> {
  const known = await findOwnAccount(tx, own)
  if (known !== undefined) return known
  await openOwn.all(tx, own.customerId, own.kind, own.currency, own.label)
  const opened = await findOwnAccount(tx, own)
  if (opened === undefined) throw new Error('The account was not opened')
  return opened
}

export const findOwnAccount = async (db: Db | Tx, { customerId, kind, currency }: Omit<Own, 'label'>) =>
  (await accountOf.first(db, customerId, kind, currency))?.id

const openOwn = prepared(
  'open value account of customer',
  `insert into value_accounts (customer_id, kind, currency, label) values ($1::bigint, $2::text, $3::text, $4::text)
  on conflict do nothing`,
)

const accountOf = prepared<{ id: number }>(
  'value account of customer',
  'select id from value_accounts where customer_id = $1::bigint and kind = $2::text and currency = $3::text',
)

/**
 * The account of store credit of an order's customer.
 * @throws 422 at refund_to for an order without an account, and while no plugin holds store credit
 */
export async function requireCreditAccount(
  tx: Tx,
  plugins: Pick<HookRunner, 'creditPlugin'>,
  orderId: number,
): Promise<number> {
  const plugin = await plugins.creditPlugin(tx)
  const order = await ownerOf.first(tx, orderId)
  if (!plugin) throw invalid({ refund_to: ['Store credit is switched off'] })
  if (!order?.customer_id)
    throw invalid({ refund_to: ['Guests have no store credit: choose the original payment method'] })
  const { customer_id: customerId, currency } = order
  return requireOwnAccount(tx, { kind: plugin.module_name, label: plugin.title, customerId, currency })
}

const ownerOf = prepared<{ customer_id: number | null; currency: string }>(
  'owner of order',
  'select customer_id, currency from orders where id = $1::bigint',
)

/** Credits money of a refund that no payment holds: it was paid on delivery or by transfer. The order must be locked. */
export async function creditByHand(
  tx: Tx,
  { accountId, refundId }: { accountId: number; refundId: number },
  amount: number,
  note: string,
): Promise<void> {
  const orders = await requireContra(tx, accountId, 'orders')
  await credit.first(tx, orders.id, accountId, amount, refundId, note)
}

const credit = prepared(
  'credit refund by hand',
  `insert into value_entries (from_account, to_account, currency, amount, purpose, refund_id, note)
  select $1::bigint, a.id, a.currency, $3::bigint, 'refund', $4::bigint, $5::text from value_accounts a where a.id = $2::bigint`,
)

export type Adjustment = {
  /** Minor units of the account's currency; below 0 the shop takes value out. */
  amount: number
  actor: string
  note: string
  requestKey: string | null
  /** The entry that it undoes. */
  reversesId: number | null
  /** The newest entry that the actor has seen, 0 without any; undefined: they have not looked. */
  seenId?: number | undefined
}

/**
 * What staff give to an account or take from it: an entry for each request and for each undone entry, once.
 * @returns `repeated` without a change when there is one already, `short` when the account has less, otherwise the name of the member
 * of staff who has given or taken value since `seenId`
 */
export async function adjustBalance(
  tx: Tx,
  accountId: number,
  { amount, actor, note, requestKey, reversesId, seenId }: Adjustment,
): Promise<'done' | 'repeated' | 'short' | { by: string }> {
  const issued = await requireContra(tx, accountId, 'issued')
  const account = await lockAccount.first(tx, accountId)
  if (!account) throw new Error(`There is no account ${accountId}`)
  if (await isDone.first(tx, requestKey, reversesId)) return 'repeated'
  const newer = seenId === undefined ? undefined : await newerEntry.first(tx, accountId, seenId)
  if (newer) return newer
  if (account.balance + amount < 0) return 'short'
  const [from, to] = amount > 0 ? [issued.id, accountId] : [accountId, issued.id]
  const purpose = amount > 0 ? 'issue' : 'withdrawal'
  await adjust.first(
    tx,
    from,
    to,
    account.currency,
    Math.abs(amount),
    purpose,
    actor,
    note,
    requestKey,
    reversesId,
  )
  return 'done'
}

const lockAccount = prepared<{ balance: number; currency: string }>(
  'lock value account',
  'select balance, currency from value_accounts where id = $1::bigint for update',
)

const isDone = prepared<{ id: number }>(
  'value entry of request',
  'select id from value_entries where request_key = $1::uuid or reverses_id = $2::bigint limit 1',
)

const newerEntry = prepared<{ by: string }>(
  'newer value entry of staff',
  `select actor as by from value_entries
  where (from_account = $1::bigint or to_account = $1::bigint) and id > $2::bigint and actor <> '' order by id desc limit 1`,
)

const adjust = prepared(
  'adjust balance',
  `insert into value_entries (from_account, to_account, currency, amount, purpose, actor, note, request_key, reverses_id)
  values ($1::bigint, $2::bigint, $3::text, $4::bigint, $5::text, $6::text, $7::text, $8::uuid, $9::bigint)`,
)
