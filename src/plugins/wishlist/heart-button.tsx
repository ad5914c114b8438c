import { useStore } from 'zustand'
import { formAction } from '#contract/posted-form.ts'
import type { SharedSlotProps } from '#contract/slots.ts'
import { Icon } from '#ui/icon.tsx'
import css from './heart-button.module.css'
import { wishlist } from './wishlist-store.ts'

/** Adds to the wishlist, or removes. The action's code is loaded on press, because few visitors press it. */
export function HeartButton({ product_id, name }: SharedSlotProps['card.actions']) {
  const isSaved = useStore(wishlist, ({ ids }) => ids.includes(product_id))
  return (
    <button
      type="submit"
      formAction={formAction('save-to-wishlist')}
      className={css.heart}
      aria-pressed={isSaved}
      aria-label={`Save ${name}`}
      onClick={() => import('./press-heart.ts').then(({ pressHeart }) => pressHeart(product_id))}
    >
      <Icon name="heart" />
    </button>
  )
}
