import { useRef } from 'react'
import type { Cart } from '#contract/cart.ts'
import { formAction, type PostedForm } from '#contract/posted-form.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Amount } from '#ui/price.tsx'
import { AppliedCode } from './applied-code.tsx'
import { removeCoupon } from './apply-coupon.ts'
import css from './coupon-box.module.css'
import entry from './entry-form.module.css'
import { LazyDisclosure } from './lazy-disclosure.tsx'

type Props = {
  cart: Cart
  /** The page that shows it. */
  returnTo: string
  /** A coupon form that was posted without JavaScript. */
  posted: PostedForm | null
}

/**
 * The coupon on the cart, or a collapsed field for one: a visible field would make shoppers leave to look for
 * a code. UX "Cart drawer / page" 5.
 */
export function CouponBox({ cart, returnTo, posted }: Props) {
  const box = useRef<HTMLElement>(null)
  // The pressed button is removed: without this the focus would move to the top of the page.
  const takeFocus = () => box.current?.focus({ preventScroll: true })
  return (
    <section ref={box} className={css.box} tabIndex={-1} aria-label="Coupon">
      {cart.coupon_notice && (
        <p className={css.notice}>
          <Icon name="alert" size={16} /> {cart.coupon_notice}
        </p>
      )}
      {cart.coupon ? (
        <AppliedCoupon coupon={cart.coupon} returnTo={returnTo} onRemoved={takeFocus} />
      ) : (
        <LazyDisclosure
          label="Have a coupon?"
          waiting="Loading coupons…"
          load={loadPanel}
          panel={{ version: cart.version, posted, onApplied: takeFocus }}
          fallback={<CouponForm returnTo={returnTo} posted={posted} />}
          isOpen={posted !== null}
        />
      )}
    </section>
  )
}

type FormProps = Pick<Props, 'returnTo' | 'posted'>

/** The field for a code as it works without JavaScript; the panel takes its place. */
function CouponForm({ returnTo, posted }: FormProps) {
  return (
    <form className={entry.form} method="post" action={formAction('apply-coupon')}>
      <input type="hidden" name="return_to" value={returnTo} />
      <TextField
        label="Coupon code"
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        required
        defaultValue={posted?.values.code}
        error={posted?.errors.code}
      />
      <Button type="submit" look="secondary">
        Apply
      </Button>
    </form>
  )
}

type AppliedProps = {
  coupon: NonNullable<Cart['coupon']>
  returnTo: string
  onRemoved: () => void
}

function AppliedCoupon({ coupon, returnTo, onRemoved }: AppliedProps) {
  const { code, description, discount } = coupon
  const remove = async () => {
    const { status } = await removeCoupon()
    if (status === 'success') onRemoved()
  }
  return (
    <AppliedCode
      label={`Remove coupon ${code}`}
      action={formAction('remove-coupon')}
      fields={{ return_to: returnTo }}
      remove={remove}
    >
      <strong>{code}</strong> {description}
      {discount.amount > 0 && (
        <span className={css.saves}>
          You save <Amount money={discount} />
        </span>
      )}
    </AppliedCode>
  )
}

const loadPanel = () => import('./coupon-panel.tsx').then(({ CouponPanel }) => CouponPanel)
