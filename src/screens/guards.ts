import type { Api } from '#contract/client.ts'
import { addressGate, cartGate } from '#contract/rules/checkout-gate.ts'
import { noticeCode, withNotice } from '#features/checkout/notices.ts'
import { readCheckout } from '#features/checkout/read-checkout.server.ts'
import { redirect } from '#pages/outcome.ts'
import type { LoadRequest } from '#pages/screen.ts'

/**
 * Access to screens, and where other visitors are redirected. Decisions §3; order and messages of the gate
 * are in spec §5.
 */
export const guards = {
  login,
  /** Never redirects: the screen loads the validated cart and shows its problems itself. */
  cart: () => {},
  checkout,
  'checkout-complete': ({ url, cookies }: LoadRequest<Api>) => {
    const order_id = url.searchParams.get('order_id')
    const known = [`order_${order_id}`, `placed_${order_id}`].some((name) => Object.hasOwn(cookies, name))
    if (!order_id || !(url.searchParams.get('token') || known)) redirect('/')
  },
  'checkout-failed': ({ url }: LoadRequest<Api>) => {
    if (!url.searchParams.get('token') || !url.searchParams.get('order_id')) redirect('/cart')
  },
  /** Open to every visitor; the form without JavaScript is redirected to the shipment's own URL. */
  'track-order': ({ url }: LoadRequest<Api>) => {
    const waybill = url.searchParams.get('waybill')?.trim()
    if (waybill) redirect(`/track-order/${encodeURIComponent(waybill.replaceAll('/', '-'))}`)
  },
}

/** Redirects guests to the login dialog, and back after the login. Decisions §3, guard `login`. */
async function login({ api, url }: LoadRequest<Api>) {
  const reply = await api.account.get({}, { silent: true })
  if (reply.status === 'error' && reply.code === 'UNAUTHENTICATED')
    redirect(`/?login=1&redirect=${encodeURIComponent(url.pathname + url.search)}`)
}

async function checkout(request: LoadRequest<Api>) {
  const { cart, settings, fields } = await readCheckout(request)
  const mayShop = cartGate(cart)
  if (!mayShop.ok) redirect(withNotice('/cart', noticeCode(mayShop)))
  if (cart.customer_id === null && !settings.enable_guest_checkout)
    redirect(
      settings.enable_login_at_checkout
        ? `/cart?${new URLSearchParams({ login: '1', redirect: request.url.pathname })}`
        : withNotice('/cart', 'account-empty'),
    )
  if (request.url.pathname.replace(/\/$/, '') === '/checkout/payment')
    await requireAddress(request, { cart, settings, fields })
}

type Known = Pick<Awaited<ReturnType<typeof readCheckout>>, 'cart' | 'settings' | 'fields'>

/** The address step's gate, followed by the server's check of the address. */
async function requireAddress({ api, url }: LoadRequest<Api>, { cart, settings, fields }: Known) {
  // After the address form without JavaScript, its page shows the errors beside the fields.
  const posted = url.searchParams.get('posted') === '1' ? '&posted=1' : ''
  const gate = addressGate(cart, settings, fields)
  if (!gate.ok) redirect(withNotice('/checkout/address', noticeCode(gate)) + posted)
  const reply = await api.cart.validateAddress()
  if (reply.status === 'success') return
  const code = reply.code === 'NOT_SERVICEABLE' ? 'not-serviceable' : noticeCode(reply)
  redirect(withNotice('/checkout/address', code))
}
