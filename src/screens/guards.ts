import type { Api } from '#contract/client.ts'
import { addressGate, cartGate } from '#contract/rules/checkout-gate.ts'
import { noticeCode, withNotice } from '#features/checkout/notices.ts'
import { readCheckout } from '#features/checkout/read-checkout.server.ts'
import { redirect } from '#pages/outcome.ts'
import type { LoadRequest } from '#pages/screen.ts'

/** Who may see a screen, and where everybody else is sent. Decisions §3; the gate's order and words are spec §5. */
export const guards = {
  login,
  /** Never redirects: the screen loads the cart with its validation, and says itself what is wrong with it. */
  cart: () => {},
  checkout,
  'checkout-complete': ({ url }: LoadRequest<Api>) => {
    if (!url.searchParams.get('token') || !url.searchParams.get('order_id')) redirect('/')
  },
  'checkout-failed': ({ url }: LoadRequest<Api>) => {
    if (!url.searchParams.get('token') || !url.searchParams.get('order_id')) redirect('/cart')
  },
}

/** The account is its owner's: everybody else is asked to log in first, and comes back. */
async function login({ api, url }: LoadRequest<Api>) {
  const reply = await api.account.get()
  if (reply.status === 'error' && reply.code === 'UNAUTHENTICATED')
    redirect(`/?login=1&redirect=${encodeURIComponent(url.pathname + url.search)}`)
}

async function checkout(request: LoadRequest<Api>) {
  const { cart, settings, fields } = await readCheckout(request)
  const mayShop = cartGate(cart)
  if (!mayShop.ok) redirect(withNotice('/cart', noticeCode(mayShop)))
  if (cart.customer_id === null && !settings.enable_guest_checkout)
    redirect(withNotice('/cart', 'account-empty'))
  if (request.url.pathname.replace(/\/$/, '') === '/checkout/payment')
    await requireAddress(request, { cart, settings, fields })
}

type Known = Pick<Awaited<ReturnType<typeof readCheckout>>, 'cart' | 'settings' | 'fields'>

/** The address step's gate, and last the server's word on the address itself. */
async function requireAddress({ api }: LoadRequest<Api>, { cart, settings, fields }: Known) {
  const gate = addressGate(cart, settings, fields)
  if (!gate.ok) redirect(withNotice('/checkout/address', noticeCode(gate)))
  const reply = await api.cart.validateAddress()
  if (reply.status === 'success') return
  const code = reply.code === 'NOT_SERVICEABLE' ? 'not-serviceable' : noticeCode(reply)
  redirect(withNotice('/checkout/address', code))
}
