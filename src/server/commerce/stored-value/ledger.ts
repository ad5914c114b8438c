import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'

/** The other side of entries: value that was issued, that pays orders, that has expired. */
export type Contra = 'issued' | 'orders' | 'expired'

export type NewAccount = {
  /** The `module_name` of the plugin: it pays while that is active. */
  kind: string
  /** As shoppers read it: `Gift card •••• 7K2M`. */
  label: string
  currency: string
  /** The only customer who may use it; null: who knows its code. */
  customerId: number | null
  expiresAt: Date | null
}

/** Opens an account of stored value without a balance. @returns its id. ADR 0034. */
export async function openAccount(tx: Tx, account: NewAccount): Promise<number> {
  const { kind, label, currency, customerId, expiresAt } = account
  const opened = await open.first(tx, kind, label, currency, customerId, expiresAt)
  if (!opened) throw new Error('The account was not opened')
  return opened.id
}

const open = prepared<{ id: number }>(
  'open value account',
  `insert into value_accounts (kind, label, currency, customer_id, expires_at)
  values ($1::text, $2::text, $3::text, $4::bigint, $5::timestamptz) returning id`,
)

type Issue = {
  accountId: number
  /** Minor units of the account's currency, above 0. */
  amount: number
  /** Of the staff. */
  actor: string
  note: string
}

/** Puts value that the shop gives into an account. */
export async function issueValue(tx: Tx, { accountId, amount, actor, note }: Issue): Promise<void> {
  const { id } = await requireContra(tx, accountId, 'issued')
  await issue.first(tx, id, accountId, amount, actor, note)
}

const issue = prepared(
  'issue value',
  `insert into value_entries (from_account, to_account, currency, amount, purpose, actor, note)
  select $1::bigint, a.id, a.currency, $3::bigint, 'issue', $4::text, $5::text from value_accounts a where a.id = $2::bigint`,
)

/**
 * Ends what is left on an account that has expired: once, whatever runs it.
 * @returns false, without a change, for an account that is empty or has not expired
 */
export async function expireValue(tx: Tx, accountId: number): Promise<boolean> {
  const { id } = await requireContra(tx, accountId, 'expired')
  return (await expire.first(tx, id, accountId)) !== undefined
}

const expire = prepared<{ id: number }>(
  'expire value',
  `with ended as (
    select a.id, a.currency, a.balance from value_accounts a
    where a.id = $2::bigint and a.balance > 0 and a.expires_at <= now() for update of a
  )
  insert into value_entries (from_account, to_account, currency, amount, purpose)
  select ended.id, $1::bigint, ended.currency, ended.balance, 'expiry' from ended returning id`,
)

/** What returns to an account may be spent for another 30 days: its time may have ended while the order had it. */
export const extendValidity = prepared(
  'extend value account',
  `update value_accounts set expires_at = now() + interval '30 days' where id = $1::bigint and expires_at < now() + interval '30 days'`,
)

/** The contra account in the currency of another one. The first entry of a currency opens it. */
export async function requireContra(tx: Tx, accountId: number, contra: Contra): Promise<{ id: number }> {
  const known = await contraOf.first(tx, accountId, contra)
  if (known) return known
  await openContra.all(tx, accountId, contra)
  const opened = await contraOf.first(tx, accountId, contra)
  if (!opened) throw new Error(`There is no account ${accountId}`)
  return opened
}

const contraOf = prepared<{ id: number }>(
  'contra account',
  `select h.id from value_accounts a join value_accounts h on h.kind = 'contra' and h.label = $2::text and h.currency = a.currency
  where a.id = $1::bigint`,
)

const openContra = prepared(
  'open contra account',
  `insert into value_accounts (kind, label, currency) select 'contra', $2::text, a.currency from value_accounts a where a.id = $1::bigint
  on conflict do nothing`,
)

/** SQL: whether account `a` may pay now. */
export const isUsable = (a: string) =>
  `${a}.blocked_at is null and (${a}.expires_at is null or ${a}.expires_at > now())
    and exists (select from plugins g where g.module_name = ${a}.kind and g.is_active)`
