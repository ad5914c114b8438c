import { takeCart } from '#client/cart-store.ts'
import { checkoutApi } from '#client/checkout-api.ts'
import { sessionRecord } from '#client/session-record.ts'
import type { Reply } from '#contract/envelope.ts'
import { isCart } from '#features/cart/cart-of-reply.ts'
import { clearDraft } from './checkout-draft.ts'
import { type Attempt, attemptFor, isDecided, lostAttempts, type OrderBody } from './order-attempt.ts'
import { type OrderOutcome, outcomeOf, type Placed } from './order-outcome.ts'

const record = sessionRecord<Attempt[]>('order-attempts')

/** Places the order, once: a second press, a retry and a reload all send the key of the try that has had no answer yet. */
export async function placeOrder(cartId: number, body: OrderBody): Promise<OrderOutcome> {
  const attempt = attemptFor(unanswered(), cartId, body, newKey)
  const reply = await send(attempt)
  // An earlier try went through after all, and only its answer was lost.
  if (reply.status === 'error' && reply.code === 'ALREADY_ORDERED')
    return (await replay(unanswered())) ?? outcomeOf(reply)
  return finish(reply)
}

/** The order of a try whose answer never came, if there is one: the cart is ordered, so nothing new can come of asking. */
export async function recoverOrder(openCartId: number | null): Promise<OrderOutcome | null> {
  const outcome = await replay(lostAttempts(unanswered(), openCartId))
  return outcome && 'go' in outcome && outcome.isOrdered ? outcome : null
}

async function replay(attempts: readonly Attempt[]): Promise<OrderOutcome | null> {
  for (const attempt of attempts) {
    const reply = await send(attempt)
    if (reply.status === 'success') return finish(reply)
  }
  return null
}

async function send(attempt: Attempt): Promise<Reply<Placed>> {
  const { key, body } = attempt
  const others = unanswered().filter((other) => other.key !== key)
  record.write([...others, attempt])
  const reply = await checkoutApi.checkout.placeOrder({ ...body, idempotency_key: key }, { silent: true })
  if (isDecided(reply)) record.write(others)
  return reply
}

function finish(reply: Reply<Placed>): OrderOutcome {
  if (reply.status === 'success') {
    // Until it is paid the cart is still there, and so is what was typed for it.
    if (!reply.data.payment_required) clearDraft()
    record.clear()
  } else if (isCart(reply.data)) takeCart(reply.data)
  return outcomeOf(reply)
}

const unanswered = () => record.read() ?? []

/** A random UUID also where there is no `randomUUID`: a shop that is tried out over plain http in the house's network. */
function newKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
