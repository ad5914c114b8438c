import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { closeToast, toasts } from '#client/toasts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Amount } from '#ui/price.tsx'
import { ToastList } from '#ui/toast-list.tsx'
import css from './cart-drawer.module.css'
import { CartLines } from './cart-lines.tsx'
import { CartProblemNotes } from './cart-problem-notes.tsx'
import { CheckoutButton } from './checkout-button.tsx'
import { closeCartDrawer } from './close-cart-drawer.ts'
import { EmptyCart } from './empty-cart.tsx'
import { FreeDeliveryProgress } from './free-delivery-progress.tsx'
import { useShownCart } from './use-shown-cart.ts'

/** The cart at the edge of any page. Its own chunk: see `preloadCartDrawer`. */
export default function CartDrawer() {
  const cart = useShownCart()
  const problems = useRef<HTMLDivElement>(null)
  useClosingOnNavigation()
  if (!cart || cart.items.length === 0)
    return (
      <Dialog title="Cart" side="end" onClose={closeCartDrawer}>
        {cart ? <EmptyCart onLeave={closeCartDrawer} /> : <p role="status">Fetching your cart…</p>}
        <Messages />
      </Dialog>
    )
  return (
    <Dialog
      title={`Cart (${cart.total_quantity})`}
      side="end"
      onClose={closeCartDrawer}
      foot={
        <div className={css.foot}>
          <FreeDeliveryProgress cart={cart} />
          <p className={css.total}>
            <span>Subtotal</span>
            <strong>
              <Amount money={cart.subtotal} />
            </strong>
          </p>
          <p className={css.note}>
            {cart.tax_included ? 'Including taxes. ' : ''}Delivery is calculated at checkout.
          </p>
          <CheckoutButton cart={cart} problems={problems} />
          <div className={css.others}>
            <LinkButton look="quiet" href="/cart">
              View cart
            </LinkButton>
            <Button look="quiet" onClick={closeCartDrawer}>
              Continue shopping
            </Button>
          </div>
        </div>
      }
    >
      <div className={css.body}>
        <CartProblemNotes cart={cart} ref={problems} />
        <CartLines items={cart.items} />
      </div>
      <Messages />
    </Dialog>
  )
}

/** Messages stand in here while the drawer is open: the page behind, with its own list, is inert. */
function Messages() {
  const list = useStore(toasts, (state) => state.list)
  return <ToastList toasts={list} onClose={closeToast} />
}

/** A link in it, or the browser's Back. Before the new page stands, which then gets the focus. */
function useClosingOnNavigation() {
  useEffect(() => {
    // (What takes back a history entry of this very page, such as the quick view when it makes room for the drawer, leads nowhere.)
    const close = (event: NavigateEvent) => {
      if (event.destination.url === location.href) return
      // Back closes what stands over the page; the page stays, where the browser lets us say so.
      if (event.navigationType === 'traverse' && event.cancelable) event.preventDefault()
      closeCartDrawer()
    }
    window.navigation?.addEventListener('navigate', close)
    return () => window.navigation?.removeEventListener('navigate', close)
  }, [])
}
