import { showToast } from '#client/toasts.ts'
import { formAction } from '#contract/posted-form.ts'
import type { SharedSlotProps } from '#contract/slots.ts'
import { requestQuantity } from '#features/cart/line-changes.ts'
import { PostForm } from '#ui/post-form.tsx'
import { saveWishlistItem } from './press-heart.ts'
import css from './save-for-later.module.css'

/** Moves a cart line to the wishlist. A customised line has no button, because the wishlist has no customisation. */
export function SaveForLater({
  item_id,
  product_id,
  name,
  is_customised,
  onGone,
}: SharedSlotProps['cart.line-actions']) {
  if (is_customised) return null
  return (
    <PostForm
      action={formAction('save-for-later')}
      fields={{ item_id, product_id, return_to: '/cart' }}
      onPost={() => void moveToWishlist(item_id, product_id).then((isGone) => isGone && onGone())}
    >
      <button type="submit" className={css.later}>
        Save for later<span className="visually-hidden">: {name}</span>
      </button>
    </PostForm>
  )
}

/** The line leaves the cart only after it is saved. Resolves with whether it has left. */
async function moveToWishlist(itemId: number, productId: number): Promise<boolean> {
  if (!(await saveWishlistItem(productId))) return false
  const reply = await requestQuantity(itemId, 0)
  if (reply?.status === 'error') showToast('error', reply.message)
  return reply?.status === 'success'
}
