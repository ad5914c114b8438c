import type { ReactNode } from 'react'
import type { Cart } from '#contract/cart.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import type { StepName } from '#contract/rules/checkout-steps.ts'
import type { PanelTitle } from './address-panel.ts'
import css from './checkout-frame.module.css'
import { CheckoutSteps } from './checkout-steps.tsx'
import { OrderSummary } from './order-summary.tsx'

type Props = {
  step: Exclude<StepName, 'cart'>
  title: string
  addressTitle?: PanelTitle
  cart: Cart
  /** A coupon form that was posted without JavaScript. */
  coupon: PostedForm | null
  children: ReactNode
}

/** The frame of both checkout steps: progress, the step itself, and the order summary. */
export function CheckoutFrame({ step, title, addressTitle, cart, coupon, children }: Props) {
  return (
    <div className={`wide ${css.frame}`}>
      <CheckoutSteps active={step} {...(addressTitle ? { addressTitle } : {})} />
      <div className={css.columns}>
        <div className={css.step}>
          <h1>{title}</h1>
          {children}
        </div>
        <div className={css.summary}>
          <OrderSummary cart={cart} returnTo={`/checkout/${step}`} coupon={coupon} />
        </div>
      </div>
    </div>
  )
}
