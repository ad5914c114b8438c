import type { Refund } from '#contract/refund.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'

/** When the new items of an exchange leave: once the return is settled, before it, or nothing comes back. */
export type ExchangeMode = 'on_receipt' | 'at_once' | 'kept'

/** A return whose value pays a new order. Money in minor units. ADR 0036. */
export type Exchange = {
  refund_id: number
  refund_no: string
  status: Refund['status']
  /** The order of the return. */
  former_id: number
  former_no: string
  /** The new one. */
  order_id: number
  order_no: string
  amount: number
  /** The part of the amount that pays the new order. */
  exchanged: number
  mode: ExchangeMode
  link_days: number
}

/** Whether the value of the return is not known yet: the new order waits for it, and nothing is requested or collected. */
export const awaitsReturn = ({ mode, status }: Pick<Exchange, 'mode' | 'status'>): boolean =>
  mode === 'on_receipt' && status !== 'refunded'

/** The exchange that a new order is of. */
export const findExchange = (db: Db | Tx, orderId: number): Promise<Exchange | undefined> =>
  byOrder.first(db, orderId)

/** The exchange for whose return a new order waits. */
export async function findAwaitedReturn(db: Db | Tx, orderId: number): Promise<Exchange | undefined> {
  const exchange = await findExchange(db, orderId)
  return exchange && awaitsReturn(exchange) ? exchange : undefined
}

/** The exchange that a return is of. */
export const findExchangeOfReturn = (db: Db | Tx, refund_no: string): Promise<Exchange | undefined> =>
  byReturn.first(db, refund_no)

const exchangeColumns = `select r.id as refund_id, r.refund_no, r.status, r.order_id as former_id, f.order_no as former_no, n.id as order_id,
    n.order_no, r.amount, r.exchanged, coalesce(r.exchange_mode, 'at_once') as mode, r.exchange_link_days as link_days
  from refunds r join orders f on f.id = r.order_id join orders n on n.id = r.exchange_order_id`

const byOrder = prepared<Exchange>(
  'exchange of new order',
  `${exchangeColumns} where r.exchange_order_id = $1::bigint`,
)

const byReturn = prepared<Exchange>('exchange of return', `${exchangeColumns} where r.refund_no = $1::text`)

type NewExchange = Pick<Exchange, 'refund_id' | 'order_id' | 'mode' | 'link_days'>

/** Makes a return pay a new order. Its money is moved by `moveCredit`. */
export const linkExchange = async (tx: Tx, { refund_id, order_id, mode, link_days }: NewExchange) =>
  void (await link.all(tx, refund_id, order_id, mode, link_days))

const link = prepared(
  'link exchange',
  `update refunds set exchange_order_id = $2::bigint, exchange_mode = $3::text, exchange_link_days = $4::integer where id = $1::bigint`,
)

/**
 * Amounts that went back: to the return, as money by a gateway, as money to pay by hand, which is recorded with the payment, to the
 * accounts of stored value that paid them, and to the customer's store credit.
 */
export type CreditBack = {
  toReturn: number
  refunded: number
  recorded: number
  stored: number
  credited: number
}

/** Amounts that go back, and what is owed by hand because no gateway holds it and no payment records it. Minor units. */
export type RefundAmounts = CreditBack & { owed: number }

export const nothingBack: RefundAmounts = {
  refunded: 0,
  owed: 0,
  toReturn: 0,
  recorded: 0,
  stored: 0,
  credited: 0,
}
