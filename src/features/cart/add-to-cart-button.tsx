import { type RefObject, useEffect, useState } from 'react'
import { useCart } from '#client/cart-store.ts'
import { onInteractionOrIdle } from '#client/on-interaction-or-idle.ts'
import { handleChunkError } from '#pages/chunk-reload.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Customisation } from './add-to-cart.ts'
import css from './add-to-cart-button.module.css'
import { preloadCartDrawer } from './open-cart-drawer.ts'

type Props = {
  /** The variation's id (decisions §1.8). */
  productId: number
  quantity: number
  /** Instead of `Add to cart`. */
  word?: string | undefined
  customisation?: Customisation
  /** The form with the fields of the product, and its id for a button outside it. */
  form?: RefObject<HTMLFormElement | null>
  formId?: string
  /** Called after a success: a product page clears its customisation fields (spec §4). */
  onAdded?: () => void
}

/** Not part of the first load, because the API client comes with it. */
const importActions = () => import('./add-to-cart.ts')

/** Prefetches the code, so that a click while offline gets a message. */
const preloadActions = () => void importActions().catch(handleChunkError)

/** Adds to the cart and confirms that for two seconds. Spec §9. */
export function AddToCartButton({
  productId,
  quantity,
  word = 'Add to cart',
  customisation,
  form,
  formId,
  onAdded,
}: Props) {
  const isAdding = useCart(({ adding }) => adding === productId)
  const isAdded = useCart(({ justAdded }) => justAdded === productId)
  useEffect(() => onInteractionOrIdle(preloadActions), [])
  const add = async () => {
    const { addToCart } = await importActions()
    const reply = await addToCart(productId, quantity, { customisation, form: form?.current })
    if (reply.status === 'success') onAdded?.()
  }
  return (
    <Button
      type="submit"
      form={formId}
      isWide
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
        word
      )}
    </Button>
  )
}

/** Adds to the cart and opens the checkout. */
export function BuyNowButton({ productId, quantity, customisation, form, onAdded }: Props) {
  const [isBuying, setIsBuying] = useState(false)
  const buy = async () => {
    setIsBuying(true)
    const { buyNow } = await importActions()
    const reply = await buyNow(productId, quantity, { customisation, form: form?.current })
    if (reply.status === 'success') onAdded?.()
    setIsBuying(false)
  }
  return (
    <Button
      type="submit"
      name="next"
      value="checkout"
      look="quiet"
      isBusy={isBuying}
      onClick={() => void buy()}
    >
      Buy now
    </Button>
  )
}
