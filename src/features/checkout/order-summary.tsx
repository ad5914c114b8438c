import type { Cart } from '#contract/cart.ts'
import { CartTotals } from '#features/cart/cart-totals.tsx'
import { CouponBox } from '#features/cart/coupon-box.tsx'
import { goodsOf } from '#features/cart/goods-of.ts'
import { LineDetails } from '#features/cart/line-details.tsx'
import { Icon } from '#ui/icon.tsx'
import { Amount } from '#ui/price.tsx'
import css from './order-summary.module.css'
import { SummaryLines } from './summary-lines.tsx'

/** What is being bought and what it costs, beside the step; on phones over it, folded to its total. UX "Checkout: frame" 4. */
export function OrderSummary({ cart }: { cart: Cart }) {
  return (
    <>
      <details className={css.folded}>
        <summary className={css.fold}>
          <span className={css.foldTitle}>
            Order summary <Icon name="chevron-down" size={18} />
          </span>
          <strong>
            <Amount money={cart.grand_total} />
          </strong>
        </summary>
        <div className={css.content}>
          <Content cart={cart} />
        </div>
      </details>
      <aside className={css.column} aria-label="Order summary">
        <div className={css.head}>
          <h2>Order summary</h2>
          <a href="/cart">Edit cart</a>
        </div>
        <Content cart={cart} />
      </aside>
    </>
  )
}

function Content({ cart }: { cart: Cart }) {
  return (
    <>
      <SummaryLines
        lines={cart.items.map((item) => ({
          id: item.id,
          name: item.product.name,
          image: item.product.base_image,
          details: item.additonal_data ? (
            <LineDetails item={{ options: [], additonal_data: item.additonal_data }} />
          ) : null,
          quantity: item.quantity,
          total: goodsOf(item),
        }))}
      />
      <CouponBox cart={cart} />
      <CartTotals cart={cart} />
    </>
  )
}
