import { type Ref, useState } from 'react'
import type { Cart } from '#contract/cart.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { acceptPrices } from './accept-prices.ts'
import { problemsOf } from './cart-problems.ts'

type Props = {
  cart: Cart
  /** Gets the focus when the shopper wants to go on regardless. */
  ref?: Ref<HTMLDivElement>
}

/** What must be settled before the checkout, and the one tap that settles it. Nothing when all is well. */
export function CartProblemNotes({ cart, ref }: Props) {
  const { short, repriced } = problemsOf(cart)
  const [isAccepting, setIsAccepting] = useState(false)
  const accept = async () => {
    setIsAccepting(true)
    await acceptPrices()
    setIsAccepting(false)
  }
  if (short.length > 0)
    return (
      <Callout tone="error" title="Some items are out of stock" {...(ref ? { ref } : {})}>
        <p>
          {short.length === 1
            ? 'One item has less in stock than you want.'
            : `${short.length} items have less in stock than you want.`}{' '}
          Change or remove {short.length === 1 ? 'it' : 'them'} below to go on.
        </p>
      </Callout>
    )
  if (repriced.length > 0)
    return (
      <Callout
        tone="warning"
        title={repriced.length === 1 ? 'A price has changed' : 'Some prices have changed'}
        {...(ref ? { ref } : {})}
        action={
          <Button look="secondary" isBusy={isAccepting} onClick={() => void accept()}>
            Accept new prices
          </Button>
        }
      >
        <p>
          {repriced.map(({ product }) => product.name).join(', ')}. The totals have the new prices already.
        </p>
      </Callout>
    )
  return null
}
