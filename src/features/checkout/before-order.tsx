import type { Cart } from '#contract/cart.ts'
import type { Storefront } from '#contract/storefront.ts'
import { CartTotals } from '#features/cart/cart-totals.tsx'
import { cardClass } from '#ui/card.ts'
import { Picture } from '#ui/picture.tsx'
import css from './before-order.module.css'
import { CartLines } from './order-summary.tsx'

type Props = {
  cart: Cart
  /** The official notice of the legal guarantee, where the merchant has uploaded it. */
  notice: NonNullable<Storefront['before_order']>['guarantee_notice']
  /** To withdraw from the contract, from the delivery; 0 without such a right. */
  days: number
}

/** What is directly above the order button: goods, totals and their rights. Directive 2011/83/EU Art. 8 (2), 22a; ADR 0033. */
export function BeforeOrder({ cart, notice, days }: Props) {
  return (
    <section className={`${cardClass} ${css.order}`} aria-labelledby="before-order">
      <h2 id="before-order">Your order</h2>
      <CartLines cart={cart} />
      <CartTotals cart={cart} />
      {days > 0 && (
        <p className={css.right}>
          You can withdraw from the contract within {days} days of the delivery, without a reason, except
          where an item says otherwise. <a href="/withdraw#right">Right of withdrawal and model form</a>
        </p>
      )}
      {notice && (
        <div className={css.guarantee}>
          <Picture image={notice.image} sizes="40rem" />
          {notice.url && <a href={notice.url}>More about the legal guarantee</a>}
        </div>
      )}
    </section>
  )
}
