import type { Cart } from '#contract/cart.ts'
import type { Api } from '#contract/client.ts'
import { ReplyError } from '#contract/envelope.ts'
import { isCart } from '#features/cart/cart-of-reply.ts'
import { noticeOf } from '#features/checkout/notices.ts'
import { defineScreen, type LoadRequest } from '#pages/screen.ts'

/** The cart page. Prices and stock are checked on the way in, so that it says itself what changed. Decisions §3, guard `cart`. */
export const cart = defineScreen({
  visitor: true,
  guard: 'cart',
  load: async ({ api, url }: LoadRequest<Api>) => ({
    cart: await readValidatedCart(api),
    notice: noticeOf(url),
  }),
  meta: () => ({ title: 'Cart', robots: 'noindex', bodyClass: 'cart' }),
})

/** A cart that is not all right comes with the refusal. */
async function readValidatedCart(api: Api): Promise<Cart> {
  const reply = await api.cart.validate({}, { silent: true })
  if (reply.status === 'success') return reply.data
  if (isCart(reply.data)) return reply.data
  throw new ReplyError(reply)
}
