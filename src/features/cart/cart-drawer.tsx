import { useEffect, useEffectEvent, useRef } from 'react'
import { useStore } from 'zustand'
import { closeCartDrawer } from '#client/cart-store.ts'
import { cartEvent } from '#client/event-items.ts'
import { emit } from '#client/events.ts'
import { PageSlots, Slot } from '#client/slot.tsx'
import { closeToast, toasts } from '#client/toasts.ts'
import { useBackToClose } from '#client/use-back-to-close.ts'
import type { Cart } from '#contract/cart.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Amount } from '#ui/price.tsx'
import { ToastList } from '#ui/toast-list.tsx'
import css from './cart-drawer.module.css'
import { CartLines } from './cart-lines.tsx'
import { CartProblemNotes } from './cart-problem-notes.tsx'
import { CheckoutButton } from './checkout-button.tsx'
import { EmptyCart } from './empty-cart.tsx'
import { useEstimate } from './estimate-store.ts'
import { FreeDeliveryProgress } from './free-delivery-progress.tsx'
import { useCartSlots } from './use-cart-slots.ts'
import { useShownCart } from './use-shown-cart.ts'
import { WaitingNotes } from './waiting-notes.tsx'

/** The cart in a drawer over any page. Its own chunk: see `preloadCartDrawer`. */
export default function CartDrawer() {
  const cart = useShownCart()
  const slots = useCartSlots(cart)
  const problems = useRef<HTMLDivElement>(null)
  useClosingOnNavigation()
  const close = useBackToClose(closeCartDrawer)
  const isKnown = cart !== null
  const emitView = useEffectEvent(() => cart && emit({ name: 'view_cart', ...cartEvent(cart) }))
  useEffect(() => void (isKnown && emitView()), [isKnown])
  if (!cart || cart.items.length === 0)
    return (
      <Dialog title="Cart" side="end" onClose={close} messages={<Messages />}>
        <WaitingNotes />
        {cart ? <EmptyCart onLeave={closeCartDrawer} /> : <p role="status">Loading your cart…</p>}
      </Dialog>
    )
  return (
    <PageSlots value={slots}>
      <Dialog
        title={`Cart (${cart.total_quantity})`}
        side="end"
        onClose={close}
        messages={<Messages />}
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
              {cart.tax_included && cart.tax_total.amount > 0 ? 'Including taxes. ' : ''}
              <DeliveryNote cart={cart} />
            </p>
            <Slot name="cart.summary" props={{ cart_session: cart.cart_session }} />
            <CheckoutButton cart={cart} problems={problems} />
            <div className={css.others}>
              <LinkButton look="quiet" href="/cart">
                View cart
              </LinkButton>
              <Button look="quiet" onClick={close}>
                Continue shopping
              </Button>
            </div>
          </div>
        }
      >
        <div className={css.body}>
          <WaitingNotes />
          <CartProblemNotes cart={cart} ref={problems} />
          <CartLines cart={cart} />
        </div>
      </Dialog>
    </PageSlots>
  )
}

function DeliveryNote({ cart }: { cart: Cart }) {
  const estimate = useEstimate(cart)
  const amount = cart.shipping_method ? cart.shipping_total : estimate?.amount
  if (!amount) return 'Delivery is calculated at checkout.'
  if (amount.amount === 0) return 'Delivery is free.'
  return (
    <>
      Delivery{estimate && ' from'} <Amount money={amount} />.
    </>
  )
}

/** Toasts inside the open drawer, because the page's own list is inert. */
function Messages() {
  const list = useStore(toasts, (state) => state.list)
  return <ToastList toasts={list} onClose={closeToast} />
}

/** Closes the drawer on a link in it, before the new page is rendered, which then gets the focus. */
function useClosingOnNavigation() {
  useEffect(() => {
    // Removing a history entry of this very page, such as the quick view's before the drawer opens, is no
    // navigation.
    const close = (event: NavigateEvent) => {
      if (event.destination.url === location.href) return
      closeCartDrawer()
    }
    window.navigation?.addEventListener('navigate', close)
    return () => window.navigation?.removeEventListener('navigate', close)
  }, [])
}
