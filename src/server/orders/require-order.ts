import type { SigningSecrets } from '../config/sign-for.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Visitor } from '../kernel/context.ts'
import { signInFirst } from '../kernel/errors.ts'
import { countWrongToken } from './limit-wrong-tokens.ts'
import { isOrderToken, type OrderAccess } from './model/order-token.ts'
import { orderNotFound } from './model/refusals.ts'

/** Who asks for an order, and the secrets that its links are signed with. */
export type OrderCaller = { config: SigningSecrets; visitor: Pick<Visitor, 'customerId' | 'ip'> }
type Known = OrderAccess & { order_no: string; placed_at: Date }

/** How long the link on the order-complete page is valid. Decisions §3, `checkout-complete`. */
const completeForMs = 24 * 60 * 60 * 1_000

/**
 * An order by its number, for its customer or for the holder of its signed token.
 * @throws 401 for a guest without a token; 404 for an unknown order, another customer's and a wrong or
 * expired token, indistinguishably; 429 after 20 wrong tokens.
 */
export async function requireOrder(
  db: Db,
  caller: OrderCaller,
  { order_no, token }: { order_no: string; token?: string | undefined },
): Promise<Known> {
  const { customerId } = caller.visitor
  const own = customerId === null ? undefined : await ownByNumber.first(db, order_no, customerId)
  if (own) return own
  if (token === undefined && customerId === null) throw signInFirst()
  return requireToken(db, caller, await byNumber.first(db, order_no), token)
}

/** The same by id. */
export async function requireOrderById(
  db: Db,
  caller: OrderCaller,
  id: number,
  token: string | undefined,
): Promise<Known> {
  const { customerId } = caller.visitor
  const own = customerId === null ? undefined : await ownById.first(db, id, customerId)
  return own ?? requireToken(db, caller, await byId.first(db, id), token)
}

async function requireToken(
  db: Db,
  caller: OrderCaller,
  order: Known | undefined,
  token: string | undefined,
): Promise<Known> {
  if (order && token !== undefined && opens(caller.config, order, token)) return order
  if (token !== undefined) await countWrongToken(db, caller.visitor.ip)
  throw orderNotFound()
}

/**
 * A checkout token is valid for a day; a mailed token, which begins with the order's number, as long as the
 * order exists.
 */
function opens(secrets: SigningSecrets, order: Known, token: string): boolean {
  const ofMail = `${order.order_no}.`
  if (token.startsWith(ofMail)) return isOrderToken(secrets, order, 'track', token.slice(ofMail.length))
  const isRecent = Date.now() - order.placed_at.getTime() <= completeForMs
  return isOrderToken(secrets, order, 'complete', token) && isRecent
}

const columns = 'select id, access_key, order_no, placed_at from orders'
const ownByNumber = prepared<Known>(
  'own order by number',
  `${columns} where order_no = $1::text and customer_id = $2::bigint`,
)
const ownById = prepared<Known>(
  'own order by id',
  `${columns} where id = $1::bigint and customer_id = $2::bigint`,
)
const byNumber = prepared<Known>('order by number', `${columns} where order_no = $1::text`)
const byId = prepared<Known>('order head by id', `${columns} where id = $1::bigint`)
