import type { RefObject } from 'react'
import type { Cart } from '#contract/cart.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { problemsOf } from './cart-problems.ts'
import css from './checkout-button.module.css'

type Props = {
  cart: Cart
  /** The notes about the cart's problems. */
  problems: RefObject<HTMLDivElement | null>
}

/**
 * The link to the checkout. While the cart has problems it moves the focus to their notes instead of being
 * disabled.
 */
export function CheckoutButton({ cart, problems }: Props) {
  const { short, repriced } = problemsOf(cart)
  if (short.length + repriced.length === 0)
    return (
      <LinkButton isWide href="/checkout/address">
        Proceed to checkout
      </LinkButton>
    )
  const lead = () => {
    problems.current?.scrollIntoView({ block: 'center' })
    problems.current?.focus({ preventScroll: true })
  }
  return (
    <div className={css.blocked}>
      <Button isWide onClick={lead} data-scripts-only="">
        Proceed to checkout
      </Button>
      <p className={css.reason}>
        {short.length > 0 ? 'Resolve out-of-stock items first' : 'Accept the new prices first'}
      </p>
    </div>
  )
}
