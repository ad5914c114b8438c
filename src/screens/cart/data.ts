import { loadScreenSlots } from '#client/load-slots.ts'
import type { Cart } from '#contract/cart.ts'
import type { Api } from '#contract/client.ts'
import { ReplyError } from '#contract/envelope.ts'
import { readPostedForm, readPostedOf } from '#contract/read-posted-form.ts'
import { targetOf } from '#contract/rules/redirect-target.ts'
import { isCart } from '#features/cart/cart-of-reply.ts'
import { cartSlots } from '#features/cart/use-cart-slots.ts'
import { noticeOf } from '#features/checkout/notices.ts'
import { loadBestSellers } from '#features/product/load-best-sellers.ts'
import { defineScreen, type LoadRequest } from '#pages/screen.ts'

/**
 * The cart page. Its loader validates prices and stock, so that the page shows what changed. Decisions §3,
 * guard `cart`.
 */
export const cart = defineScreen({
  visitor: true,
  guard: 'cart',
  async load(request: LoadRequest<Api>) {
    const { api, url } = request
    const cart = await readValidatedCart(api)
    const posted = readPostedForm(request)
    return {
      view: {
        cart,
        notice: noticeOf(url) ?? posted?.message ?? null,
        /** What a form has done, such as the choice of another country. */
        done: posted?.notice ?? null,
        /** The page of a product that could not be added. */
        back: posted?.form === 'add-to-cart' ? targetOf(posted.values.return_to, '') : '',
        coupon: readPostedOf(request, 'apply-coupon'),
        best: cart.items.length === 0 ? await loadBestSellers(api) : [],
        ...(await loadScreenSlots(api, [
          { name: 'cart.top', props: { cart_session: cart.cart_session, query: url.search.slice(0, 1_000) } },
          ...cartSlots(cart),
        ])),
      },
    }
  },
  meta: () => ({ title: 'Cart', robots: 'noindex', bodyClass: 'cart' }),
})

/** The refusal of an invalid cart contains the cart. */
async function readValidatedCart(api: Api): Promise<Cart> {
  const reply = await api.cart.validate({}, { silent: true })
  if (reply.status === 'success') return reply.data
  if (isCart(reply.data)) return reply.data
  throw new ReplyError(reply)
}
