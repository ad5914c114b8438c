import { useState } from 'react'
import { useCart } from '#client/cart-store.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { addToCart, buyNow, type Customisation } from './add-to-cart.ts'
import css from './add-to-cart-button.module.css'
import { preloadCartDrawer } from './open-cart-drawer.ts'

type Props = {
  /** The variation's id (decisions §1.8). */
  productId: number
  quantity?: number
  isSoldOut?: boolean
  /** Why it cannot be added; said in place of 'Sold out'. */
  soldOutText?: string
  isWide?: boolean
  customisation?: Customisation
  /** Told after a success: a product page clears what was typed for it (spec §4). */
  onAdded?: () => void
}

/** Adds to the cart and says so for two seconds. Spec §9. */
export function AddToCartButton({
  productId,
  quantity = 1,
  isSoldOut,
  soldOutText = 'Sold out',
  isWide,
  customisation,
  onAdded,
}: Props) {
  const isAdding = useCart(({ adding }) => adding === productId)
  const isAdded = useCart(({ justAdded }) => justAdded === productId)
  if (isSoldOut)
    return (
      <Button isWide={isWide === true} disabled>
        {soldOutText}
      </Button>
    )
  const add = async () => {
    const reply = await addToCart(productId, quantity, { customisation })
    if (reply.status === 'success') onAdded?.()
  }
  return (
    <Button
      isWide={isWide === true}
      isBusy={isAdding}
      onClick={() => void add()}
      onPointerEnter={() => void preloadCartDrawer()}
      onFocus={() => void preloadCartDrawer()}
    >
      {isAdded ? (
        <span className={css.added}>
          <Icon name="check" size={18} /> Added
        </span>
      ) : (
        'Add to cart'
      )}
    </Button>
  )
}

/** Adds and goes to the checkout. Nothing to show for what is sold out: the other button says so. */
export function BuyNowButton({ productId, quantity = 1, isSoldOut, isWide, customisation, onAdded }: Props) {
  const [isBuying, setIsBuying] = useState(false)
  if (isSoldOut) return null
  const buy = async () => {
    setIsBuying(true)
    const reply = await buyNow(productId, quantity, { customisation })
    if (reply.status === 'success') onAdded?.()
    setIsBuying(false)
  }
  return (
    <Button look="secondary" isWide={isWide === true} isBusy={isBuying} onClick={() => void buy()}>
      Buy now
    </Button>
  )
}
