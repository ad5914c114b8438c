import { useEffect, useEffectEvent, useRef } from 'react'
import { cartEvent } from '#client/event-items.ts'
import { emit } from '#client/events.ts'
import { PageSlots, Slot } from '#client/slot.tsx'
import { CartLines } from '#features/cart/cart-lines.tsx'
import { CartProblemNotes } from '#features/cart/cart-problem-notes.tsx'
import { CartTotals } from '#features/cart/cart-totals.tsx'
import { CheckoutButton } from '#features/cart/checkout-button.tsx'
import { CouponBox } from '#features/cart/coupon-box.tsx'
import { DeliveryBox } from '#features/cart/delivery-box.tsx'
import { EmptyCart, emptyCartTitle } from '#features/cart/empty-cart.tsx'
import { FreeDeliveryProgress } from '#features/cart/free-delivery-progress.tsx'
import { useCartSlots } from '#features/cart/use-cart-slots.ts'
import { useLoadedCart } from '#features/cart/use-shown-cart.ts'
import { WaitingNotes } from '#features/cart/waiting-notes.tsx'
import { CheckoutSteps } from '#features/checkout/checkout-steps.tsx'
import { useNotice } from '#features/checkout/notices.ts'
import { useRecoveredOrder } from '#features/checkout/place-order.ts'
import { Suggestions } from '#features/product/suggestions.tsx'
import type { ScreenData } from '#pages/screen.ts'
import { Callout } from '#ui/callout.tsx'
import { cardClass } from '#ui/card.ts'
import { Amount } from '#ui/price.tsx'
import css from './cart-page.module.css'

/** The whole cart in any state: empty, invalid or ready. */
export function CartPage({
  cart: loaded,
  notice,
  done,
  back,
  slots: first,
  coupon,
  best,
}: ScreenData<typeof import('./data.ts').cart>) {
  const cart = useLoadedCart(loaded)
  const slots = useCartSlots(cart, { slots: first ?? {}, version: loaded.version })
  const problems = useRef<HTMLDivElement>(null)
  const message = useNotice(notice)
  const doneMessage = useNotice(done)
  const toProduct = back && <a href={back}>Back to the product</a>
  useRecoveredOrder(loaded.id)
  const emitView = useEffectEvent(() => emit({ name: 'view_cart', ...cartEvent(cart) }))
  useEffect(() => emitView(), [])

  // The heading of an empty cart says it.
  const shown = cart.items.length === 0 && message === emptyCartTitle ? null : message
  const notes = (
    <>
      {shown && <Callout tone="error" title={shown} isAlert action={toProduct} />}
      {doneMessage && <Callout tone="info" title={doneMessage} />}
      {/* Loaded with the page alone: it is about its address. */}
      <Slot name="cart.top" props={{ cart_session: loaded.cart_session }} contents={first} />
      <WaitingNotes />
    </>
  )

  if (cart.items.length === 0)
    return (
      <div className="wide">
        {notes}
        <EmptyCart level="h1" />
        <Suggestions best={best} />
      </div>
    )
  return (
    <PageSlots value={slots}>
      <div className={`wide ${css.page}`}>
        <CheckoutSteps active="cart" />
        <h1 className={css.heading}>
          Cart{' '}
          <span className={css.count}>
            {cart.total_quantity} {cart.total_quantity === 1 ? 'item' : 'items'}
          </span>
        </h1>
        <div className={css.columns}>
          <div className={css.lines}>
            {notes}
            <CartProblemNotes cart={cart} ref={problems} />
            <CartLines cart={cart} />
          </div>
          <section className={`${cardClass} ${css.summary}`} aria-labelledby="summary-heading">
            <h2 id="summary-heading">Summary</h2>
            <FreeDeliveryProgress cart={cart} />
            <CouponBox cart={cart} returnTo="/cart" posted={coupon} />
            <Slot name="cart.value" props={{ cart_session: cart.cart_session }} />
            <DeliveryBox cart={cart} />
            <CartTotals cart={cart} />
            <Slot name="cart.summary" props={{ cart_session: cart.cart_session }} />
            <div className={css.goOn}>
              <CheckoutButton cart={cart} problems={problems} />
            </div>
            <a className={css.back} href="/shop-online">
              Continue shopping
            </a>
          </section>
          <TotalBar cart={cart} problems={problems} />
        </div>
      </div>
    </PageSlots>
  )
}

/** Stays at the bottom of a phone's window. */
const TotalBar = ({ cart, problems }: Parameters<typeof CheckoutButton>[0]) => (
  <div className={css.bar} data-bar="">
    <p>
      <span className="note">Total</span>
      <strong>
        <Amount money={cart.stored_value?.due ?? cart.grand_total} />
      </strong>
    </p>
    <CheckoutButton cart={cart} problems={problems} />
  </div>
)
