import { randomBytes } from 'node:crypto'
import type { Order } from '#contract/checkout.ts'
import type { PaymentServices } from '#server/commerce/gateways/model/gateway.ts'
import { isSignedFor, type SigningSecrets, signFor } from '#server/platform/config/sign-for.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { orderNotFound } from './refusals.ts'

/** A token is valid for one purpose only. */
export type TokenPurpose = 'complete' | 'track' | 'browser'

/** The signed content of an order's tokens. Null: an order from before orders had access keys. */
export type OrderAccess = { id: number; access_key: string | null }

/** 32 random bytes, stored with the order and never changed. */
export const newAccessKey = (): string => randomBytes(32).toString('base64url')

/**
 * Proves that its holder may see the order. It is derived from the order's random key and the shop's secret,
 * so neither a restored database, which assigns the same ids again, nor a leaked one opens an order. ADR
 * 0037.
 */
export const orderToken = (secrets: SigningSecrets, order: OrderAccess, purpose: TokenPurpose): string =>
  signFor(secrets, 'order link', textOf(order, purpose))

export const isOrderToken = (
  secrets: SigningSecrets,
  order: OrderAccess,
  purpose: TokenPurpose,
  signature: string,
): boolean => isSignedFor(secrets, 'order link', { text: textOf(order, purpose), signature })

const textOf = ({ id, access_key }: OrderAccess, purpose: TokenPurpose) =>
  `order:${purpose}:${access_key ?? id}`

/** The signed content of an order's tokens; undefined for an unknown order. */
export const findOrderAccess = (db: Db | Tx, id: number): Promise<OrderAccess | undefined> =>
  accessById.first(db, id)

/** @throws for an unknown order: callers have just written or read it. */
export async function requireOrderAccess(db: Db | Tx, id: number): Promise<OrderAccess> {
  const order = await findOrderAccess(db, id)
  if (!order) throw new Error(`Order ${id} does not exist`)
  return order
}

const accessById = prepared<OrderAccess>(
  'order access by id',
  'select id, access_key from orders where id = $1::bigint',
)

/** Adds the token of the payment pages to an order that can be paid. */
export async function withPayToken(db: Db, secrets: SigningSecrets, order: Order): Promise<Order> {
  const access = order.can_pay ? await findOrderAccess(db, order.id) : undefined
  return access ? { ...order, token: orderToken(secrets, access, 'complete') } : order
}

/** @throws 404 for a wrong token, as for an order that does not exist. */
export async function requireOrderToken(
  { db, config }: Pick<PaymentServices, 'db' | 'config'>,
  { orderId, token }: { orderId: number; token: string },
): Promise<void> {
  const order = await findOrderAccess(db, orderId)
  if (!order || !isOrderToken(config, order, 'complete', token)) throw orderNotFound()
}

/**
 * The success and failure pages of the checkout (decisions §3), and the return path for a gateway that posts
 * (security §8).
 */
export function orderPages(orderId: number, token: string, method: string) {
  const query = new URLSearchParams({ order_id: String(orderId), token })
  return {
    complete: `/checkout-complete?${query}&${new URLSearchParams({ type: method })}`,
    failed: `/checkout-failed?${query}`,
    postedBack: `/api/payments/return/${method}?${query}`,
  }
}
