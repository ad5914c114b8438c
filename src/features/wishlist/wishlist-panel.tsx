import { useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { wishlist } from '#client/wishlist-store.ts'
import type { WishlistItem } from '#contract/wishlist.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { keepWishes } from './keep-wishes.ts'
import { WishCard } from './wish-card.tsx'
import css from './wishlist-panel.module.css'

/** The account's panel of what was saved for later. What is forgotten goes at once, and comes back where it was when that is undone. */
export function WishlistPanel({ items }: { items: readonly WishlistItem[] }) {
  const ids = useStore(wishlist, (state) => state.ids)
  const [given, setGiven] = useState<typeof items>()
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    keepWishes(items)
    setGiven(items)
  }, [items])
  const shown = given === items ? items.filter(({ product }) => ids.includes(product.id)) : items

  return (
    <div ref={panel} tabIndex={-1} className={css.panel}>
      {shown.length === 0 ? (
        <EmptyState
          icon="heart"
          title="Nothing saved yet"
          text="Tap the heart on anything you like, and it waits for you here."
          level="h2"
        >
          <LinkButton href="/shop-online">Browse the shop</LinkButton>
        </EmptyState>
      ) : (
        <ul className={css.grid} aria-label="Wishlist">
          {shown.map((item) => (
            <li key={item.id} className={css.item}>
              <WishCard item={item} onGone={() => panel.current?.focus({ preventScroll: true })} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
