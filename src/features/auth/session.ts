import { api } from '#client/api.ts'
import { cartStore } from '#client/cart-store.ts'
import { emit } from '#client/events.ts'
import { type SessionState, type SessionUser, sessionStore } from '#client/session-store.ts'
import { seenCache } from '#contract/offline.ts'
import { loadCart } from '#features/cart/load-cart.ts'
import { isSignedIn, mayBeStaff, readStoredUser, storeUser } from '#features/session/browser-session.ts'
import { navigate, refresh } from '#pages/navigate.ts'

type Person = { id: number; first_name: string }

/** Greets by the known data: a customer who registered by phone alone has no name yet. */
const toUser = ({ id, first_name }: Person): SessionUser => ({ id, name: first_name })

let channel: BroadcastChannel | undefined

/**
 * Restores the session after hydration: the browser's record is used until the server has answered, which is
 * requested only if there may be a session. Follows other tabs from then on. Spec §4 (session events), §7
 * (initial-values).
 */
export async function startSession() {
  listenToTabs()
  if (!isSignedIn() && !mayBeStaff()) return take(null)
  if (isSignedIn()) sessionStore.setState({ user: readStoredUser() })
  const before = changes
  const reply = await api.storefront.initialValues({ keys: 'store_name' }, { silent: true })
  // The visitor may have logged in or out in the meantime.
  if (reply.status === 'error' || changes !== before) return
  take(reply.data.account ? toUser(reply.data.account) : null)
  sessionStore.setState({ adminToken: reply.data.admin_token })
}

/** Starts the session in all tabs and loads the customer's cart. */
export function enterSession(person: Person, event: 'login' | 'sign_up' = 'login') {
  emit({ name: event, method: 'account' })
  take(toUser(person))
  tellTabs()
  void loadCart()
}

/** Logs out, removes the customer's data, and opens the home page. Spec §4 (logout). */
export async function logOut() {
  const reply = await api.auth.logout({})
  if (reply.status === 'error' && reply.code !== 'UNAUTHENTICATED') return
  leaveSession()
  if (location.pathname === '/') refresh()
  else navigate('/')
}

/** Removes the customer's data from all tabs, after the server has ended the session. */
export function leaveSession() {
  take(null)
  tellTabs()
  cartStore.setState({ cart: null })
  void loadCart()
}

/** Applies the server's account, such as a changed name; `null` when the session has ended. */
export function takeAccount(account: Person | null) {
  take(account ? toUser(account) : null)
}

let changes = 0

function take(user: SessionUser | null) {
  changes += 1
  const before = sessionStore.getState()
  const former = readStoredUser()
  // Also where the session has expired, and in browsers without `Clear-Site-Data`: cart and waiting writes were another customer's.
  if (former && former.id !== user?.id) void globalThis.caches?.delete(seenCache)
  storeUser(user)
  sessionStore.setState({ user, isKnown: true })
  emitSession(before, user)
}

function emitSession({ user: before, isKnown }: SessionState, user: SessionUser | null) {
  const customer_id = user?.id ?? null
  if (!isKnown) {
    if (user) emit({ name: 'session', change: 'customer', customer_id })
  } else if (before?.id !== user?.id)
    emit({ name: 'session', change: user ? 'login' : 'logout', customer_id })
}

/** Without BroadcastChannel each tab finds out by itself, at its next page. */
function listenToTabs() {
  if (channel || typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel('session')
  channel.onmessage = ({ data }: MessageEvent<SessionUser | null>) => {
    take(data)
    if (data === null) cartStore.setState({ cart: null })
    void loadCart()
    // The page may show another customer's data, or hide the customer's own.
    refresh()
  }
  // A page from the back/forward cache shows the customer of its last visit.
  addEventListener('pageshow', (event) => event.persisted && void startSession())
}

const tellTabs = () => channel?.postMessage(sessionStore.getState().user)
