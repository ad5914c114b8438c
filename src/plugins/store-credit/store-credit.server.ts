import { formatMoney, type Money, money } from '#contract/money.ts'
import {
  adjustBalance,
  findOwnAccount,
  requireOwnAccount,
} from '#server/commerce/stored-value/customer-credit.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { lastPageOf } from '#server/platform/kernel/count-about.ts'
import type { CustomerCredit } from './admin-contract.ts'
import { type CreditEntry, storeCredit } from './contract.ts'
import { creditChanged, lessCredit, noAccount, notUndoable, spentSince } from './refusals.server.ts'

const kind = storeCredit.module_name
const PER_PAGE = 20

/** Balances and entries of a customer, the newest first: in one currency, or for staff in all. */
export async function readCredit(
  db: Db | Tx,
  { customerId, currency, page }: { customerId: number; currency: string | null; page: number },
): Promise<CustomerCredit> {
  const accounts = await accountsOf.all(db, customerId, kind, currency)
  const ids = accounts.map(({ id }) => id)
  const total = (await countOf.first(db, ids))?.total ?? 0
  const rows = await entriesOf.all(db, ids, PER_PAGE, (page - 1) * PER_PAGE)
  return {
    balances: accounts.map(({ balance, currency }) => money(balance, currency)),
    entries: {
      data: rows.map(({ at, amount, currency, ...row }) => ({
        ...row,
        at: at.toISOString(),
        amount: money(amount, currency),
      })),
      current_page: page,
      last_page: lastPageOf(total, PER_PAGE),
      per_page: PER_PAGE,
      total,
    },
  }
}

/** What a customer has in a currency. */
export const readBalance = async (db: Db, customerId: number, currency: string): Promise<Money> =>
  money((await accountsOf.first(db, customerId, kind, currency))?.balance ?? 0, currency)

const accountsOf = prepared<{ id: number; balance: number; currency: string }>(
  'store credit of customer',
  `select id, balance, currency from value_accounts
  where customer_id = $1::bigint and kind = $2::text and ($3::text is null or currency = $3::text) order by currency`,
)

/** SQL: the entries of the accounts $1, once each: no entry is between two of them. */
const entriesSql = `select e.*, e.amount as moved from value_entries e where e.to_account = any($1::bigint[])
    union all select e.*, -e.amount from value_entries e where e.from_account = any($1::bigint[])`

const countOf = prepared<{ total: number }>(
  'count store credit entries',
  `select count(*)::integer as total from (${entriesSql}) e`,
)

type Row = Omit<CustomerCredit['entries']['data'][number], 'at' | 'amount'> & {
  at: Date
  amount: number
  currency: string
}

const entriesOf = prepared<Row>(
  'store credit entries',
  `select e.id, e.created_at as at, e.moved as amount, e.currency, e.purpose, e.reverses_id is not null as is_undo, o.order_no, r.refund_no,
    case when e.purpose in ('issue', 'withdrawal') then e.note else '' end as note, e.actor,
    e.purpose in ('issue', 'withdrawal') and e.reverses_id is null
      and not exists (select from value_entries u where u.reverses_id = e.id) as can_undo
  from (${entriesSql}) e
  left join payments p on p.id = e.payment_id
  left join refunds r on r.id = e.refund_id
  left join orders o on o.id = coalesce(r.order_id, p.order_id)
  order by e.id desc limit $2::integer offset $3::integer`,
)

/** As its customer sees an entry: without the staff. */
export const toOwnEntry = ({
  actor: _,
  can_undo: _can,
  ...entry
}: CustomerCredit['entries']['data'][number]): CreditEntry => entry

type Change = {
  customerId: number
  currency: string
  amount: number
  reason: string
  requestKey: string
  /** The newest entry that the actor has seen. */
  seenId: number | undefined
}

/**
 * Gives credit, or takes it, once for a request.
 * @throws 404 for an unknown customer and a guest; 409 STALE_RECORD when staff have changed the credit since `seenId`; 422 at amount for
 * more than the customer has
 */
export const adjustCredit = (
  db: Db,
  actor: Actor,
  { customerId, currency, amount, reason, requestKey, seenId }: Change,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await customerOf.first(tx, customerId))) throw noAccount()
    const accountId = await requireOwnAccount(tx, { kind, label: storeCredit.title, customerId, currency })
    const adjusted = { amount, actor: actor.name, note: reason, requestKey, reversesId: null, seenId }
    const outcome = await adjustBalance(tx, accountId, adjusted)
    if (typeof outcome === 'object') throw creditChanged(outcome.by)
    if (outcome === 'short') throw lessCredit()
    if (outcome === 'done')
      await audit(tx, actor, customerId, amount > 0 ? 'give_credit' : 'take_credit', {
        amount,
        currency,
        reason,
      })
  })

const customerOf = prepared(
  'customer with account',
  'select id from customers where id = $1::bigint and not is_guest for key share',
)

/**
 * Undoes what staff gave or took, once.
 * @throws 404 for an entry that is not of this customer or not by staff; 409 NO_CREDIT_LEFT when it was spent since
 */
export const undoEntry = (db: Db, actor: Actor, customerId: number, entryId: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const entry = await undoable.first(tx, entryId, customerId, kind)
    if (!entry) throw notUndoable()
    const { account_id, currency } = entry
    const amount = -entry.moved
    const undone = { amount, actor: actor.name, note: entry.note, requestKey: null, reversesId: entryId }
    const outcome = await adjustBalance(tx, account_id, undone)
    if (outcome === 'short') throw spentSince()
    if (outcome === 'done')
      await audit(tx, actor, customerId, 'undo_credit', { amount, currency, reason: entry.note })
  })

const undoable = prepared<{ account_id: number; currency: string; moved: number; note: string }>(
  'store credit entry to undo',
  `select a.id as account_id, e.currency, case when e.to_account = a.id then e.amount else -e.amount end as moved, e.note
  from value_entries e join value_accounts a on a.id in (e.to_account, e.from_account)
  where e.id = $1::bigint and e.purpose in ('issue', 'withdrawal') and e.reverses_id is null
    and a.customer_id = $2::bigint and a.kind = $3::text`,
)

const audit = (
  tx: Tx,
  actor: Actor,
  customerId: number,
  action: string,
  { amount, currency, reason }: { amount: number; currency: string; reason: string },
) =>
  writeAudit(tx, actor, {
    action: `customer.${action}`,
    record: { type: 'customer', id: String(customerId) },
    after: { amount: formatMoney(money(amount, currency), 'en'), reason },
  })

/** The account that pays a cart. */
export const findCreditAccount = (db: Db, customerId: number, currency: string) =>
  findOwnAccount(db, { customerId, kind, currency })
