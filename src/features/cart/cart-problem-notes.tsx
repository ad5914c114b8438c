import { type Ref, useState } from 'react'
import { api } from '#client/api.ts'
import type { Cart } from '#contract/cart.ts'
import { formAction } from '#contract/posted-form.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { PostForm } from '#ui/post-form.tsx'
import { applyCartReply } from './cart-of-reply.ts'
import { problemsOf } from './cart-problems.ts'

type Props = {
  cart: Cart
  /** Gets the focus when the shopper continues despite the problems. */
  ref?: Ref<HTMLDivElement>
}

/** Problems to resolve before the checkout, each with a button that resolves it. Nothing for a valid cart. */
export function CartProblemNotes({ cart, ref }: Props) {
  const { short, repriced } = problemsOf(cart)
  const [isAccepting, setIsAccepting] = useState(false)
  const accept = async () => {
    setIsAccepting(true)
    applyCartReply(await api.cart.updateItemsPrice({}))
    setIsAccepting(false)
  }
  if (short.length > 0)
    return (
      <Callout tone="error" title="Some items are out of stock" {...(ref ? { ref } : {})}>
        <p>
          {short.length === 1
            ? 'One item exceeds the available stock.'
            : `${short.length} items exceed the available stock.`}{' '}
          Change or remove {short.length === 1 ? 'it' : 'them'} below to continue.
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
          <PostForm
            action={formAction('accept-prices')}
            fields={{ return_to: '/cart' }}
            onPost={() => void accept()}
          >
            <Button type="submit" look="secondary" isBusy={isAccepting}>
              Accept new prices
            </Button>
          </PostForm>
        }
      >
        <p>
          {repriced.map(({ product }) => product.name).join(', ')}. The totals already include the new prices.
        </p>
      </Callout>
    )
  return null
}
