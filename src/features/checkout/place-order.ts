import { useEffect } from 'react'
import { api } from '#client/api.ts'
import { setCartIfNewer } from '#client/cart-store.ts'
import type { Reply } from '#contract/envelope.ts'
import { isCart } from '#features/cart/cart-of-reply.ts'
import { clearDraft } from '#features/cart/checkout-draft.ts'
import { withAge } from '#features/cart/with-age.ts'
import { navigate } from '#pages/navigate.ts'
import {
  type Attempt,
  attemptFor,
  isDecided,
  lostAttempts,
  type OrderBody,
  attemptRecord as record,
} from './order-attempt.ts'
import { type OrderOutcome, outcomeOf, type Placed } from './order-outcome.ts'

/** Places the order, once: a second press, a retry and a reload all send the key of the undecided attempt. */
export async function placeOrder(cartId: number, body: OrderBody): Promise<OrderOutcome> {
  const attempt = attemptFor(unanswered(), cartId, body, newKey)
  const reply = await send(attempt)
  // An earlier attempt succeeded, and only its reply was lost.
  if (reply.status === 'error' && reply.code === 'ALREADY_ORDERED')
    return (await replay(unanswered())) ?? outcomeOf(reply)
  return finish(reply)
}

/** The order of an undecided attempt, if there is one: the cart is ordered already, so asking cannot place another. */
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
  const input = { ...body, idempotency_key: key }
  const reply = await withAge((age) => api.checkout.placeOrder({ ...input, ...age }, { silent: true }))
  if (isDecided(reply) && !isOrdered(reply)) record.write(others)
  return reply
}

function finish(reply: Reply<Placed>): OrderOutcome {
  if (reply.status === 'success') {
    // Until it is paid the cart is still open, and its draft is needed.
    if (reply.data.payment_required) record.clear()
    else clearDraft()
  } else if (isCart(reply.data)) setCartIfNewer(reply.data)
  return outcomeOf(reply)
}

/** The order's page removes the attempt: a reload before it is shown finds the order again. */
const isOrdered = (reply: Reply<Placed>) => reply.status === 'success' && !reply.data.payment_required

const unanswered = () => record.read() ?? []

/** A random UUID also without `randomUUID`, which is missing over plain http, such as on a local network. */
function newKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Redirects to the order if the page was left while it was being placed. `openCartId`: the cart that is open now. */
export function useRecoveredOrder(openCartId: number | null) {
  useEffect(() => {
    void recoverOrder(openCartId).then((outcome) => {
      if (outcome && 'go' in outcome) navigate(outcome.go, { replace: true })
    })
  }, [openCartId])
}
