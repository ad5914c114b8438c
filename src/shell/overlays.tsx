import { type ComponentType, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { api } from '#client/api.ts'
import { cookieAttributes } from '#client/cookie-attributes.ts'
import { useSession } from '#client/session-store.ts'
import { useShop } from '#client/shop-context.ts'
import { closeToast, showToast, toasts } from '#client/toasts.ts'
import { AuthHolder } from '#features/auth/auth-holder.tsx'
import { CartDrawerHolder } from '#features/cart/cart-drawer-holder.tsx'
import { loadCart } from '#features/cart/load-cart.ts'
import { syncTabs } from '#features/cart/sync-tabs.ts'
import { startWaiting } from '#features/cart/waiting-cart.ts'
import { ageQuestion } from '#features/cart/with-age.ts'
import { CookieControls } from '#features/consent/cookie-controls.tsx'
import { QuickViewHolder } from '#features/product/quick-view-holder.tsx'
import { AdminLink } from '#features/session/admin-link.tsx'
import { usePage, usePageState } from '#pages/use-page.ts'
import { Icon } from '#ui/icon.tsx'
import { ToastList } from '#ui/toast-list.tsx'
import { accountMenuStore } from './account-button.tsx'
import css from './overlays.module.css'
import { prefetchInView } from './prefetch-in-view.ts'
import { ScrollToTop } from './scroll-to-top.tsx'

/** In a frame of a preview. Nothing proves it but the token, which the controls themselves check. */
const isPreviewFrame = () => window.parent !== window && document.body.classList.contains('preview')

/** The next page loads the new build in any case. */
const RELOAD = { label: 'Reload', run: () => location.reload() }

/** What is kept for the time without a network takes nothing from the start of a visit. */
const OFFLINE_MS = 4_000

/** Everything that is shown over the page: cart drawer, toasts, scroll-to-top, and the offline notice. */
export function Overlays() {
  const { storefront } = useShop()
  const list = useStore(toasts, (state) => state.list)
  const question = useStore(ageQuestion, ({ dialog }) => dialog)
  const { isOffline, url } = usePage()
  const isLoggedIn = useSession(({ user }) => user !== null)
  useEffect(() => void sendHeartbeat(), [])
  // Cached pages contain no cart.
  useEffect(() => void loadCart(), [])
  useEffect(syncTabs, [])
  useEffect(startWaiting, [])
  useEffect(prefetchInView, [url])
  useEffect(closeNotice, [])
  useEffect(() => {
    if (!isLoggedIn) return accountMenuStore.setState({ Menu: null })
    let isWanted = true
    void import('#features/auth/account-menu.tsx').then(
      ({ AccountMenu }) => isWanted && accountMenuStore.setState({ Menu: AccountMenu }),
      // The link to the account stays.
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [isLoggedIn])
  const [LiveEdit, setLiveEdit] = useState<ComponentType>()
  useEffect(() => {
    if (!isPreviewFrame()) return
    import('./live-edit/live-edit.tsx').then(
      ({ LiveEdit }) => setLiveEdit(() => LiveEdit),
      // The chunk's own event triggers a reload.
      () => {},
    )
  }, [])
  return (
    <>
      {storefront.is_scroll_button_enabled && <ScrollToTop />}
      <QuickViewHolder />
      <CartDrawerHolder />
      {question}
      <AuthHolder />
      <CookieControls />
      <div role="status">
        {isOffline && (
          <p className={css.offline} data-bar="">
            <Icon name="offline" size={18} /> You are offline. What you see may be out of date.
          </p>
        )}
      </div>
      {LiveEdit ? <LiveEdit /> : <AdminLink />}
      <BehindThePage />
      <ToastList toasts={list} onClose={closeToast} />
    </>
  )
}

/** Offers a new build of the shop, and loads what keeps products and cart for the time without a network. */
function BehindThePage() {
  const isOutdated = usePageState((state) => state.isOutdated)
  useEffect(() => {
    if (isOutdated) showToast('success', 'A new version of the shop is ready', RELOAD)
  }, [isOutdated])
  const [OfflineKeeper, setOfflineKeeper] = useState<ComponentType>()
  useEffect(() => {
    if (isPreviewFrame()) return
    const timer = setTimeout(() => {
      import('#features/offline/offline-keeper.tsx').then(
        ({ OfflineKeeper }) => setOfflineKeeper(() => OfflineKeeper),
        () => {},
      )
    }, OFFLINE_MS)
    return () => clearTimeout(timer)
  }, [])
  return OfflineKeeper && <OfflineKeeper />
}

/** Reports a visit once a day; the reply's cookie identifies the browser. Spec §7, decisions §6. */
export async function sendHeartbeat() {
  const today = new Date().toISOString().slice(0, 10)
  if (document.cookie.includes(`heartbeat=${today}`)) return
  // A failure is only logged to the console.
  await api.base
    .heartBeat({ url: location.origin }, { silent: true })
    .catch((error: unknown) => console.info('heartbeat', error))
}

const YEAR_SECONDS = 31_536_000

/** Closes the notice permanently: a cookie hides it before the first paint of the next page. Decisions §1.7. */
export function closeNotice() {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const key = target.closest('[data-close-notice]')?.getAttribute('data-close-notice')
    if (!key) return
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's own API is not everywhere yet
    document.cookie = `notice_closed=${key}${cookieAttributes(YEAR_SECONDS)}`
    document.documentElement.dataset.notice = 'closed'
  })
}
