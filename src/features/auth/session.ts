import { cartStore } from '#client/cart-store.ts'
import { type SessionUser, sessionStore } from '#client/session-store.ts'
import { loadCart } from '#features/cart/load-cart.ts'
import { navigate, refresh } from '#pages/navigate.ts'
import { authApi } from './auth-api.ts'
import { isSignedIn } from './is-signed-in.ts'
import { keepUser, keptUser } from './kept-user.ts'

type Person = { id: number; first_name: string }

/** Greets by what is known: whoever entered by phone alone has no name yet. */
const toUser = ({ id, first_name }: Person): SessionUser => ({ id, name: first_name })

let channel: BroadcastChannel | undefined

/**
 * Who is logged in, once after hydration: what the browser has kept is believed until the server has been asked, and that is
 * asked only where there is reason to. From then on other tabs are followed. Spec §4 (session events), §7 (initial-values).
 */
export async function startSession() {
  listenToTabs()
  if (!isSignedIn()) return take(null)
  sessionStore.setState({ user: keptUser() })
  const reply = await authApi.storefront.initialValues({ keys: 'store_name' }, { silent: true })
  if (reply.status === 'success') take(reply.data.account ? toUser(reply.data.account) : null)
}

/** Somebody has just logged in: every tab hears of it, and the cart is the customer's now. */
export function enterSession(person: Person) {
  take(toUser(person))
  tellTabs()
  void loadCart()
}

/** Logs out, forgets everything of the customer, and goes home. Spec §4 (logout). */
export async function logOut() {
  const reply = await authApi.auth.logout({})
  if (reply.status === 'error' && reply.code !== 'UNAUTHENTICATED') return
  take(null)
  tellTabs()
  cartStore.setState({ cart: null })
  void loadCart()
  if (location.pathname === '/') refresh()
  else navigate('/')
}

/** Another name to greet by, or what the server says of the session: `null` when it has ended. */
export function takeAccount(account: Person | null) {
  take(account ? toUser(account) : null)
}

function take(user: SessionUser | null) {
  keepUser(user)
  sessionStore.setState({ user, isKnown: true })
}

/** Without BroadcastChannel each tab finds out by itself, at its next page. */
function listenToTabs() {
  if (channel || typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel('session')
  channel.onmessage = ({ data }: MessageEvent<SessionUser | null>) => {
    take(data)
    if (data === null) cartStore.setState({ cart: null })
    void loadCart()
    // What stands here may be another one's, or hide what is now one's own.
    refresh()
  }
  // A page out of the back/forward cache shows who was there when it was left.
  addEventListener('pageshow', (event) => event.persisted && void startSession())
}

const tellTabs = () => channel?.postMessage(sessionStore.getState().user)
