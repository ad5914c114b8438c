import { isOrderToken } from '../checkout/order-token.ts'
import { prepared } from '../db/prepared.ts'
import type { CallContext } from '../http/context.ts'
import { notFound, signInFirst } from '../http/errors.ts'

type Caller = Pick<CallContext, 'db' | 'config' | 'visitor'>
type Known = { id: number; order_no: string; placed_at: Date }

/** How long the link of the checkout's end is good for. Decisions §3, `checkout-complete`. */
const completeForMs = 24 * 60 * 60 * 1_000

/**
 * An order by its number, for the customer whose it is, or for the holder of its signed token.
 * @throws 401 for a guest without a token; 404 for an unknown order, somebody else's and a wrong or old token, all alike.
 */
export async function requireOrder(
  call: Caller,
  { order_no, token }: { order_no: string; token?: string | undefined },
): Promise<Known> {
  const { customerId } = call.visitor
  const own = customerId === null ? undefined : await ownByNumber.first(call.db, order_no, customerId)
  if (own) return own
  if (token === undefined && customerId === null) throw signInFirst()
  return requireToken(call, await byNumber.first(call.db, order_no), token)
}

/** The same by its id. */
export async function requireOrderById(call: Caller, id: number, token: string | undefined): Promise<Known> {
  const { customerId } = call.visitor
  const own = customerId === null ? undefined : await ownById.first(call.db, id, customerId)
  return own ?? requireToken(call, await byId.first(call.db, id), token)
}

function requireToken({ config }: Caller, order: Known | undefined, token: string | undefined): Known {
  if (!order || token === undefined || !opens(config.tokenSecret, order, token))
    throw notFound('This order could not be found')
  return order
}

/** The checkout's link does for a day; a mail's, whose token begins with the order's number, as long as there is the order. */
function opens(secret: string, { id, order_no, placed_at }: Known, token: string): boolean {
  const ofMail = `${order_no}.`
  if (token.startsWith(ofMail)) return isOrderToken(secret, id, 'track', token.slice(ofMail.length))
  return isOrderToken(secret, id, 'complete', token) && Date.now() - placed_at.getTime() <= completeForMs
}

const columns = 'select id, order_no, placed_at from orders'
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
