import { useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { WishlistItem } from './contract.ts'
import { PriceNotices } from './price-notices.tsx'
import { WishlistCard } from './wishlist-card.tsx'
import css from './wishlist-panel.module.css'
import { setWishlist, wishlist } from './wishlist-store.ts'

type Data = { items: readonly WishlistItem[]; notices: { is_enabled: boolean; has_email: boolean } }

/** The wishlist in the account. A removed item disappears at once, and undo restores it at its position. */
export function WishlistPanel({ data: { items, notices } }: { data: Data }) {
  const ids = useStore(wishlist, (state) => state.ids)
  const [given, setGiven] = useState<typeof items>()
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    setWishlist(items)
    setGiven(items)
  }, [items])
  const shown = given === items ? items.filter(({ product }) => ids.includes(product.id)) : items

  return (
    <div ref={panel} tabIndex={-1} className={css.panel}>
      <PriceNotices {...notices} />
      {shown.length === 0 ? (
        <EmptyState
          icon="heart"
          title="Nothing saved yet"
          text="Tap the heart on products you like to save them here."
          level="h2"
        >
          <LinkButton href="/shop-online">Browse the shop</LinkButton>
        </EmptyState>
      ) : (
        <ul className={css.grid} aria-label="Wishlist">
          {shown.map((item) => (
            <li key={item.id} className={css.item}>
              <WishlistCard item={item} onGone={() => panel.current?.focus({ preventScroll: true })} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
