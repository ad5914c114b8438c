import { useRef, useState } from 'react'
import type { Cart } from '#contract/cart.ts'
import { Icon } from '#ui/icon.tsx'
import { Amount } from '#ui/price.tsx'
import { removeCoupon } from './apply-coupon.ts'
import css from './coupon-box.module.css'
import { LateFold } from './late-fold.tsx'

/** The coupon on the cart, or the way to one: folded, so that nobody without a code leaves to look for one. UX "Cart" 5. */
export function CouponBox({ cart }: { cart: Cart }) {
  const box = useRef<HTMLElement>(null)
  // What was pressed is gone afterwards: without this the focus would fall back to the top of the page.
  const takeFocus = () => box.current?.focus({ preventScroll: true })
  return (
    <section ref={box} className={css.box} tabIndex={-1} aria-label="Coupon">
      {cart.coupon_notice && (
        <p className={css.notice}>
          <Icon name="alert" size={16} /> {cart.coupon_notice}
        </p>
      )}
      {cart.coupon ? (
        <AppliedCoupon coupon={cart.coupon} onRemoved={takeFocus} />
      ) : (
        <LateFold
          label="Have a coupon?"
          waiting="Fetching coupons…"
          load={loadPanel}
          panel={{ version: cart.version, onApplied: takeFocus }}
        />
      )}
    </section>
  )
}

type AppliedProps = { coupon: NonNullable<Cart['coupon']>; onRemoved: () => void }

function AppliedCoupon({ coupon: { code, description, discount }, onRemoved }: AppliedProps) {
  const [isRemoving, setIsRemoving] = useState(false)
  const remove = async () => {
    if (isRemoving) return
    setIsRemoving(true)
    const { status } = await removeCoupon()
    if (status === 'success') return onRemoved()
    setIsRemoving(false)
  }
  return (
    <div className={css.applied}>
      <Icon name="check" size={18} />
      <p className={css.words}>
        <strong>{code}</strong> {description}
        {discount.amount > 0 && (
          <span className={css.saves}>
            You save <Amount money={discount} />
          </span>
        )}
      </p>
      <button
        type="button"
        className={css.remove}
        aria-label={`Remove coupon ${code}`}
        title="Remove"
        aria-disabled={isRemoving || undefined}
        onClick={() => void remove()}
      >
        <Icon name="close" size={18} />
      </button>
    </div>
  )
}

const loadPanel = () => import('./coupon-panel.tsx').then(({ CouponPanel }) => CouponPanel)
