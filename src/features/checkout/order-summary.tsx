import { Slot } from '#client/slot.tsx'
import type { Cart } from '#contract/cart.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { CartTotals } from '#features/cart/cart-totals.tsx'
import { CouponBox } from '#features/cart/coupon-box.tsx'
import { LineDetails } from '#features/cart/line-details.tsx'
import { undiscountedTotal } from '#features/cart/line-shown.ts'
import { Icon } from '#ui/icon.tsx'
import { Amount } from '#ui/price.tsx'
import css from './order-summary.module.css'
import { SummaryLines } from './summary-lines.tsx'

type Props = {
  cart: Cart
  /** The page that shows it. */
  returnTo: string
  /** A coupon form that was posted without JavaScript. */
  coupon: PostedForm | null
}

/** Items and totals, beside the step; on phones above it, collapsed to the total. UX "Checkout: frame" 4. */
export function OrderSummary(props: Props) {
  const { cart, coupon } = props
  return (
    <>
      <details className={css.folded} open={coupon !== null}>
        <summary className={css.fold}>
          <span className={css.foldTitle}>
            Order summary <Icon name="chevron-down" size={18} />
          </span>
          <strong>
            <Amount money={cart.stored_value?.due ?? cart.grand_total} />
          </strong>
        </summary>
        <div className={css.content}>
          <Content {...props} />
        </div>
      </details>
      <aside className={css.column} aria-label="Order summary">
        <div className={css.head}>
          <h2>Order summary</h2>
          <a href="/cart">Edit cart</a>
        </div>
        <Content {...props} />
      </aside>
    </>
  )
}

function Content({ cart, returnTo, coupon }: Props) {
  return (
    <>
      <CartLines cart={cart} />
      <CouponBox cart={cart} returnTo={returnTo} posted={coupon} />
      <Slot name="cart.value" props={{ cart_session: cart.cart_session }} />
      <CartTotals cart={cart} />
    </>
  )
}

/** The items of a cart with their customisation, read only. */
export const CartLines = ({ cart }: { cart: Cart }) => (
  <SummaryLines
    lines={cart.items.map((item) => ({
      id: item.id,
      name: item.product.name,
      image: item.product.base_image,
      details: item.additonal_data || item.fields ? <LineDetails item={{ ...item, options: [] }} /> : null,
      quantity: item.quantity,
      total: undiscountedTotal(item),
    }))}
  />
)
