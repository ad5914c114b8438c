import { useRef } from 'react'
import { CartLines } from '#features/cart/cart-lines.tsx'
import { CartProblemNotes } from '#features/cart/cart-problem-notes.tsx'
import { CartTotals } from '#features/cart/cart-totals.tsx'
import { CheckoutButton } from '#features/cart/checkout-button.tsx'
import { CouponBox } from '#features/cart/coupon-box.tsx'
import { DeliveryBox } from '#features/cart/delivery-box.tsx'
import { EmptyCart } from '#features/cart/empty-cart.tsx'
import { FreeDeliveryProgress } from '#features/cart/free-delivery-progress.tsx'
import { useLoadedCart } from '#features/cart/use-shown-cart.ts'
import { CheckoutSteps } from '#features/checkout/checkout-steps.tsx'
import { useNotice } from '#features/checkout/use-notice.ts'
import { useRecoveredOrder } from '#features/checkout/use-recovered-order.ts'
import type { ScreenData } from '#pages/screen.ts'
import { Callout } from '#ui/callout.tsx'
import { cardClass } from '#ui/card.ts'
import { Amount } from '#ui/price.tsx'
import css from './cart-page.module.css'

/** The whole cart, whatever state it is in. */
export function CartPage({ cart: loaded, notice }: ScreenData<typeof import('./data.ts').cart>) {
  const cart = useLoadedCart(loaded)
  const problems = useRef<HTMLDivElement>(null)
  const message = useNotice(notice)
  useRecoveredOrder(loaded.id)

  if (cart.items.length === 0)
    return (
      <div className="wide">
        <EmptyCart level="h1" />
      </div>
    )
  return (
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
          {message && <Callout tone="error" title={message} isAlert />}
          <CartProblemNotes cart={cart} ref={problems} />
          <CartLines items={cart.items} />
        </div>
        <section className={`${cardClass} ${css.summary}`} aria-labelledby="summary-heading">
          <h2 id="summary-heading">Summary</h2>
          <FreeDeliveryProgress cart={cart} />
          <CouponBox cart={cart} />
          <DeliveryBox cart={cart} />
          <CartTotals cart={cart} />
          <div className={css.goOn}>
            <CheckoutButton cart={cart} problems={problems} />
          </div>
          <a className={css.back} href="/shop-online">
            Continue shopping
          </a>
        </section>
        <div className={css.bar} data-bar="">
          <p>
            <span className="note">Total</span>
            <strong>
              <Amount money={cart.grand_total} />
            </strong>
          </p>
          <CheckoutButton cart={cart} problems={problems} />
        </div>
      </div>
    </div>
  )
}
