import { useEffect } from 'react'
import { useStore } from 'zustand'
import { sendHeartbeat } from '#client/heartbeat.ts'
import { useSession } from '#client/session-store.ts'
import { useShop } from '#client/shop-context.ts'
import { closeToast, toasts } from '#client/toasts.ts'
import { AccountMenu } from '#features/auth/account-menu.tsx'
import { AuthHolder } from '#features/auth/auth-holder.tsx'
import { CartDrawerHolder } from '#features/cart/cart-drawer-holder.tsx'
import { keepTabsInStep } from '#features/cart/keep-tabs-in-step.ts'
import { QuickViewHolder } from '#features/catalog/quick-view-holder.tsx'
import { followSession } from '#features/wishlist/follow-session.ts'
import { usePage } from '#pages/use-page.ts'
import { Icon } from '#ui/icon.tsx'
import { ToastList } from '#ui/toast-list.tsx'
import { accountCorner } from './account-button.tsx'
import { closeNotice } from './close-notice.ts'
import css from './late-parts.module.css'
import { prefetchInView } from './prefetch-in-view.ts'
import { ScrollToTop } from './scroll-to-top.tsx'

/** What stands over the page: the cart drawer, messages, the way to the top, and whether the network is away. */
export function LateParts() {
  const { storefront } = useShop()
  const list = useStore(toasts, (state) => state.list)
  const { isOffline, url } = usePage()
  const isLoggedIn = useSession(({ user }) => user !== null)
  useEffect(() => void sendHeartbeat(), [])
  useEffect(keepTabsInStep, [])
  useEffect(prefetchInView, [url])
  useEffect(closeNotice, [])
  useEffect(() => followSession(isLoggedIn), [isLoggedIn])
  useEffect(() => accountCorner.setState({ Menu: isLoggedIn ? AccountMenu : null }), [isLoggedIn])
  return (
    <>
      {storefront.is_scroll_button_enabled && <ScrollToTop />}
      <QuickViewHolder />
      <CartDrawerHolder />
      <AuthHolder />
      <div role="status">
        {isOffline && (
          <p className={css.offline} data-bar="">
            <Icon name="offline" size={18} /> You are offline. What you see may be out of date.
          </p>
        )}
      </div>
      <ToastList toasts={list} onClose={closeToast} />
    </>
  )
}
