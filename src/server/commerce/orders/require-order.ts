import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Visitor } from '#server/platform/kernel/context.ts'
import { signInFirst } from '#server/platform/kernel/errors.ts'
import { countWrongToken } from './limit-wrong-tokens.ts'
import { isOrderToken, type OrderAccess } from './model/order-token.ts'
import { completeForMs, isOrderingBrowser } from './model/ordering-browser.ts'
import { orderNotFound } from './model/refusals.ts'

/** Who asks for an order, and the secrets that its links are signed with. */
export type OrderCaller = { config: SigningSecrets; visitor: Pick<Visitor, 'customerId' | 'ip' | 'cookies'> }
type Known = OrderAccess & { order_no: string; placed_at: Date }

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
  return requireToken(db, caller, await byNumber.first(db, order_no), token, (order) =>
    isOrderingBrowser(caller.config, order, caller.visitor.cookies),
  )
}

/** The same by id, for calls that show nothing of the order: the token is enough in every browser. */
export async function requireOrderById(
  db: Db,
  caller: OrderCaller,
  id: number,
  token: string | undefined,
): Promise<Known> {
  const { customerId } = caller.visitor
  const own = customerId === null ? undefined : await ownById.first(db, id, customerId)
  return own ?? requireToken(db, caller, await byId.first(db, id), token, () => true)
}

async function requireToken(
  db: Db,
  caller: OrderCaller,
  order: Known | undefined,
  token: string | undefined,
  isAllowed: (order: Known) => boolean,
): Promise<Known> {
  if (order && token !== undefined && opens(caller.config, order, token, isAllowed)) return order
  if (token !== undefined) await countWrongToken(db, caller.visitor.ip)
  throw orderNotFound()
}

/**
 * A checkout token is valid for a day, where the call allows it; a mailed token, which begins with the order's number, as
 * long as the order exists.
 */
function opens(
  secrets: SigningSecrets,
  order: Known,
  token: string,
  isAllowed: (order: Known) => boolean,
): boolean {
  const ofMail = `${order.order_no}.`
  if (token.startsWith(ofMail)) return isOrderToken(secrets, order, 'track', token.slice(ofMail.length))
  const isRecent = Date.now() - order.placed_at.getTime() <= completeForMs
  return isRecent && isOrderToken(secrets, order, 'complete', token) && isAllowed(order)
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
