import { randomBytes } from 'node:crypto'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import type { ValuePart } from './cart-value.ts'
import { extendValidity, isUsable, requireContra } from './ledger.ts'

/**
 * Pays parts of a new order with stored value, as payments that are already captured: entry and payment are one statement, in the
 * transaction of the order. The accounts are locked last, so that an order waits for no other one longer than it must. ADR 0034.
 * @returns the label of the account that has less than its part; the transaction must be rolled back then
 */
export async function payWithValue(
  tx: Tx,
  orderId: number,
  parts: readonly ValuePart[],
): Promise<string | undefined> {
  // By id, so that two orders with the same accounts do not wait for each other.
  for (const { account_id, label, amount } of parts.toSorted((a, b) => a.account_id - b.account_id)) {
    if (amount === 0) continue
    const orders = await requireContra(tx, account_id, 'orders')
    if (!(await pay.first(tx, newId(), orderId, account_id, amount, orders.id))) return label
  }
  return undefined
}

const newId = () => `pay_${randomBytes(18).toString('base64url')}`

const pay = prepared<{ id: number }>(
  'pay with value',
  `with source as (
    select a.id, a.currency from value_accounts a
    where a.id = $3::bigint and a.balance >= $4::bigint and ${isUsable('a')} for update of a
  ),
  payment as (
    insert into payments (id, order_id, gateway, status, amount, captured_amount, currency, value_account_id)
    select $1::text, o.id, 'exchange', 'paid', $4::bigint, $4::bigint, o.currency, source.id from orders o, source where o.id = $2::bigint
    returning id, currency
  )
  insert into value_entries (from_account, to_account, currency, amount, purpose, payment_id)
  select source.id, $5::bigint, payment.currency, $4::bigint, 'payment', payment.id from source, payment
  returning id`,
)

type ValuePayment = { id: string; account_id: number; label: string; amount: number }

/** Returns the parts that stored value pays of an order whose wait for a payment has ended. The order must be locked: a part returns once. */
export async function releaseValue(tx: Tx, orderId: number): Promise<void> {
  for (const { id, account_id } of await paymentsOf.all(tx, orderId, 'paid')) {
    const orders = await requireContra(tx, account_id, 'orders')
    await release.first(tx, id, orders.id)
    await extendValidity.all(tx, account_id)
  }
}

const paymentsOf = prepared<ValuePayment>(
  'value payments of order',
  `select p.id, a.id as account_id, a.label, p.amount - p.refunded_amount as amount
  from payments p join value_accounts a on a.id = p.value_account_id
  where p.order_id = $1::bigint and p.status = $2::text and p.amount > p.refunded_amount
  order by a.id, p.id`,
)

const release = prepared<{ id: number }>(
  'release value',
  `with released as (
    update payments set status = 'expired', captured_amount = refunded_amount, updated_at = now()
    where id = $1::text and status = 'paid' returning id, value_account_id, currency, amount - refunded_amount as amount
  )
  insert into value_entries (from_account, to_account, currency, amount, purpose, payment_id)
  select $2::bigint, value_account_id, currency, amount, 'release', id from released
  returning id`,
)

/**
 * Takes the released parts again, for an order that is paid after all.
 * @returns the label of an account that has less by now; the transaction must be rolled back then
 */
export async function takeValueAgain(tx: Tx, orderId: number): Promise<string | undefined> {
  for (const { id, account_id, label, amount } of await paymentsOf.all(tx, orderId, 'expired')) {
    const orders = await requireContra(tx, account_id, 'orders')
    if (!(await takeAgain.first(tx, id, account_id, amount, orders.id))) return label
  }
  return undefined
}

const takeAgain = prepared<{ id: number }>(
  'take value again',
  `with source as (
    select a.id from value_accounts a where a.id = $2::bigint and a.balance >= $3::bigint and ${isUsable('a')} for update of a
  ),
  payment as (
    update payments set status = 'paid', captured_amount = amount, updated_at = now()
    from source where payments.id = $1::text and payments.status = 'expired' returning payments.id, payments.currency
  )
  insert into value_entries (from_account, to_account, currency, amount, purpose, payment_id)
  select source.id, $4::bigint, payment.currency, $3::bigint, 'payment', payment.id from source, payment
  returning id`,
)

type ValueBack = {
  paymentId: string
  accountId: number
  amount: number
  reason: string
  /** Of a refund to store credit. */
  refundId: number | undefined
}

/**
 * Refunds a payment to an account at once, the one that it came from or store credit: with the refund's row, in the transaction of the
 * caller.
 * @returns false, without a change, when less than this is left of the captured amount
 */
export async function refundToValue(
  tx: Tx,
  { paymentId, accountId, amount, reason, refundId }: ValueBack,
): Promise<boolean> {
  const orders = await requireContra(tx, accountId, 'orders')
  await extendValidity.all(tx, accountId)
  return (await giveBack.first(tx, paymentId, amount, reason, accountId, orders.id, refundId)) !== undefined
}

const giveBack = prepared<{ id: number }>(
  'refund to value',
  `with reserved as (
    update payments set refunded_amount = refunded_amount + $2::bigint, updated_at = now()
    where id = $1::text and $2::bigint > 0 and refunded_amount + $2::bigint <= captured_amount
    returning id, currency
  ),
  refund as (
    insert into payment_refunds (payment_id, amount, reason, status, done_at)
    select id, $2::bigint, $3::text, 'done', now() from reserved returning id
  )
  insert into value_entries (from_account, to_account, currency, amount, purpose, payment_id, payment_refund_id, refund_id)
  select $5::bigint, $4::bigint, reserved.currency, $2::bigint, 'refund', reserved.id, refund.id, $6::bigint from reserved, refund
  returning id`,
)
