import type { RefObject } from 'react'
import type { Cart } from '#contract/cart.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { problemsOf } from './cart-problems.ts'
import css from './checkout-button.module.css'

type Props = {
  cart: Cart
  /** Where it is said what has to be settled first. */
  problems: RefObject<HTMLDivElement | null>
}

/** On to the checkout. While something is in the way it says what, and leads there instead of being dead. */
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
      <Button isWide onClick={lead}>
        Proceed to checkout
      </Button>
      <p className={css.reason}>
        {short.length > 0 ? 'First settle what is out of stock' : 'First accept the new prices'}
      </p>
    </div>
  )
}
