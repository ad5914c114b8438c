import { useStore } from 'zustand'
import { wishlist } from '#client/wishlist-store.ts'
import { Icon } from '#ui/icon.tsx'
import css from './heart-button.module.css'

type Props = {
  /** The variation's id. */
  productId: number
  name: string
}

/** Saves for later, or forgets. What it does comes when it is pressed: every page has this button, few visitors press it. */
export function HeartButton({ productId, name }: Props) {
  const isSaved = useStore(wishlist, ({ ids }) => ids.includes(productId))
  return (
    <button
      type="button"
      className={css.heart}
      aria-pressed={isSaved}
      aria-label={`Save ${name}`}
      onClick={() => import('./press-heart.ts').then(({ pressHeart }) => pressHeart(productId))}
    >
      <Icon name="heart" />
    </button>
  )
}
