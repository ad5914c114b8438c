import { randomBytes } from 'node:crypto'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { requestRefund } from '../gateways/refunds.ts'
import { refundToValue } from '../stored-value/order-value.ts'
import { type CreditBack, type Exchange, nothingBack } from './model/exchange.ts'

/** The gateway of payments that are value which the shop had before: of a return, or of an account of stored value. */
export const EXCHANGE = 'exchange'

export type HeldPayment = {
  id: string
  held: number
  gateway: string
  is_by_hand: boolean
  /** The account of stored value that it comes from. */
  value_account_id: number | null
}

/**
 * Moves a part of a return's value to the new order, as payments that are already captured: of each payment of the former order what it
 * still holds, the rest as money that was paid by hand. Both orders must be locked.
 */
export async function moveCredit(
  tx: Tx,
  { refund_id, former_id, order_id }: Pick<Exchange, 'refund_id' | 'former_id' | 'order_id'>,
  amount: number,
): Promise<void> {
  let left = amount
  for (const { id, held } of await readHeldPayments(tx, former_id)) {
    const part = Math.min(left, held)
    if (part <= 0) continue
    if (!(await take.first(tx, id, part))) throw new Error(`Payment ${id} changed while its order was held`)
    await insertCredit.first(tx, newId(), order_id, part, id)
    left -= part
  }
  if (left > 0) await insertCredit.first(tx, newId(), order_id, left, null)
  await noteExchanged.all(tx, refund_id, amount)
}

const newId = () => `pay_${randomBytes(18).toString('base64url')}`

/**
 * What the payments of an order still hold, those by a gateway first, the latest before others. None for an order that was paid by hand,
 * also where a change of it was paid by a gateway: all of it is paid back by hand.
 */
export const readHeldPayments = (tx: Tx, orderId: number): Promise<HeldPayment[]> => held.all(tx, orderId)

const held = prepared<HeldPayment>(
  'held payments',
  `with recursive origin as (
    select p.id, p.gateway, p.source_id, p.value_account_id, p.id as payment_id from payments p where p.order_id = $1::bigint
    union all
    select s.id, s.gateway, s.source_id, s.value_account_id, o.payment_id from origin o join payments s on s.id = o.source_id
  )
  select p.id, p.captured_amount - p.refunded_amount as held, p.gateway, o.gateway = 'exchange' and o.value_account_id is null as is_by_hand,
    o.value_account_id
  from payments p join origin o on o.payment_id = p.id and o.source_id is null
  where p.order_id = $1::bigint and p.status = 'paid' and p.captured_amount > p.refunded_amount and exists (
    select from payments first where first.order_id = $1::bigint and first.status = 'paid' and first.change_id is null
  )
  order by p.gateway = 'exchange', p.created_at desc, p.id`,
)

const take = prepared<{ id: string }>(
  'take money for exchange',
  `update payments set refunded_amount = refunded_amount + $2::bigint, updated_at = now()
  where id = $1::text and refunded_amount + $2::bigint <= captured_amount returning id`,
)

const insertCredit = prepared<{ id: string }>(
  'insert exchange payment',
  `insert into payments (id, order_id, gateway, status, amount, captured_amount, currency, source_id)
  select $1::text, o.id, 'exchange', 'paid', $3::bigint, $3::bigint, o.currency, $4::text from orders o where o.id = $2::bigint
  returning id`,
)

const noteExchanged = prepared(
  'note exchanged amount',
  'update refunds set exchanged = exchanged + $2::bigint where id = $1::bigint',
)

/** SQL: what returns and stored value pay of the order with this id, less what went back. Minor units. */
export const creditSql = (orderId: string) => `(
    select coalesce(sum(credit.captured_amount - credit.refunded_amount), 0)::bigint from payments credit
    where credit.order_id = ${orderId} and credit.gateway = 'exchange' and credit.status = 'paid'
  )`

/** What an unpaid order costs beyond what returns and stored value pay of it, in minor units. */
export const readDue = async (db: Db | Tx, { id, grand_total }: { id: number; grand_total: number }) =>
  grand_total - ((await creditOf.first(db, id))?.credit ?? 0)

const creditOf = prepared<{ credit: number }>(
  'exchange credit of order',
  `select ${creditSql('$1::bigint')} as credit`,
)

type GivenBack = CreditBack & { left: number }

/** `credit`: the account of store credit that the money goes to in place of the way it was paid, for this refund. */
export type BackTo = { amount: number; reason: string; credit?: CreditTo | undefined }
export type CreditTo = { accountId: number; refundId: number }

/**
 * Returns up to an amount of what payments hold, in their order. The value of a return counts there again while the return is open,
 * and is refunded with it or not at all; everything else goes to the store credit that is named, or back the way it was paid, stored value
 * to its account at once. The order must be locked. Call
 * `carryOutRefunds` afterwards.
 * @returns the parts, and what is left of the amount
 */
export async function giveBackHeld(
  tx: Tx,
  orderId: number,
  payments: readonly HeldPayment[],
  { amount, ...to }: BackTo,
): Promise<GivenBack> {
  const { owed: _, ...nothing } = nothingBack
  const given: GivenBack = { ...nothing, left: amount }
  for (const payment of payments) {
    const part = Math.min(given.left, payment.held)
    if (part <= 0) continue
    given[await giveBack(tx, orderId, payment, { ...to, amount: part })] += part
    given.left -= part
  }
  return given
}

async function giveBack(
  tx: Tx,
  orderId: number,
  { id, gateway, is_by_hand: isByHand, value_account_id: accountId }: HeldPayment,
  { amount, reason, credit }: BackTo,
): Promise<keyof CreditBack> {
  if (gateway === EXCHANGE) {
    await lockFormer.first(tx, orderId)
    if (await countAgain.first(tx, orderId, id, amount)) return 'toReturn'
  }
  const target = credit?.accountId ?? accountId
  const isReserved =
    target === null
      ? await requestRefund(tx, { paymentId: id, amount, reason, isByHand })
      : await refundToValue(tx, {
          paymentId: id,
          accountId: target,
          amount,
          reason,
          refundId: credit?.refundId,
        })
  if (!isReserved) throw new Error(`Order ${orderId}: its payment was refunded while the order was held`)
  if (credit) return 'credited'
  if (accountId !== null) return 'stored'
  return isByHand ? 'recorded' : 'refunded'
}

const lockFormer = prepared(
  'lock former order of exchange',
  `select o.id from orders o join refunds r on r.order_id = o.id where r.exchange_order_id = $1::bigint for update of o`,
)

const countAgain = prepared<{ id: number }>(
  'count exchange credit at return again',
  `with open as (
    select r.id from refunds r where r.exchange_order_id = $1::bigint and r.status <> 'refunded'
  ),
  less as (
    update payments p set captured_amount = p.captured_amount - $3::bigint, updated_at = now(),
      status = case when p.captured_amount = $3::bigint then 'expired' else p.status end
    from open where p.id = $2::text returning p.source_id
  ),
  back as (
    update payments s set refunded_amount = s.refunded_amount - $3::bigint, updated_at = now() from less where s.id = less.source_id
  )
  update refunds r set exchanged = r.exchanged - $3::bigint from open, less where r.id = open.id returning r.id`,
)

/**
 * Returns the credit of an order beyond its total, for one that is not paid: it was cancelled, or costs less. The order must
 * be locked. Call `carryOutRefunds` afterwards.
 */
export async function releaseCredit(tx: Tx, orderId: number, total: number): Promise<CreditBack> {
  const credits = (await readHeldPayments(tx, orderId)).filter(({ gateway }) => gateway === EXCHANGE)
  const amount = credits.reduce((sum, { held }) => sum + held, 0) - total
  const { left: _, ...back } = await giveBackHeld(tx, orderId, credits, { amount, reason: 'cancelled' })
  return back
}
