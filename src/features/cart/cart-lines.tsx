import { useRef } from 'react'
import type { CartItem } from '#contract/cart.ts'
import { saveForLater } from '#features/wishlist/save-for-later.ts'
import { CartLine } from './cart-line.tsx'
import css from './cart-lines.module.css'
import { removeLine } from './remove-line.ts'

/** The lines of the cart, the same in the drawer and on the page: they arrange themselves by the room they have. */
export function CartLines({ items }: { items: readonly CartItem[] }) {
  const list = useRef<HTMLUListElement>(null)
  // The button that was pressed is gone: without this the focus would fall back to the top of the page.
  const hold = () => list.current?.focus({ preventScroll: true })
  return (
    <ul ref={list} className={css.lines} tabIndex={-1} aria-label="Items in your cart">
      {items.map((item) => (
        <li key={item.id} className={css.line}>
          <CartLine
            item={item}
            onRemove={() => {
              void removeLine(item)
              hold()
            }}
            onSave={() => void saveForLater(item).then((isGone) => isGone && hold())}
          />
        </li>
      ))}
    </ul>
  )
}
