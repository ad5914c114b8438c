import { useRef } from 'react'
import type { CartItem } from '#contract/cart.ts'
import { CartLine } from './cart-line.tsx'
import css from './cart-lines.module.css'
import { removeLine } from './line-actions.ts'

/** The lines of the cart, for the drawer and the page: container queries arrange them. */
export function CartLines({ items }: { items: readonly CartItem[] }) {
  const list = useRef<HTMLUListElement>(null)
  // The pressed button is removed: without this the focus would move to the top of the page.
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
            onGone={hold}
          />
        </li>
      ))}
    </ul>
  )
}
