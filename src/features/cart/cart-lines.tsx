import { useRef, useState } from 'react'
import { useCart } from '#client/cart-store.ts'
import type { Cart } from '#contract/cart.ts'
import { formatMoney } from '#contract/money.ts'
import { useLocale } from '#ui/locale.ts'
import { CartLine } from './cart-line.tsx'
import css from './cart-lines.module.css'
import { removeLine } from './line-actions.ts'

/** The lines of the cart, for the drawer and the page: container queries arrange them. */
export function CartLines({ cart }: { cart: Cart }) {
  const list = useRef<HTMLUListElement>(null)
  // The pressed button is removed: without this the focus would move to the top of the page.
  const hold = () => list.current?.focus({ preventScroll: true })
  return (
    <>
      <ul ref={list} className={css.lines} tabIndex={-1} aria-label="Items in your cart">
        {cart.items.map((item) => (
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
      <NewSubtotal cart={cart} />
    </>
  )
}

/** Announces the subtotal of a changed cart, when the server has confirmed it. */
function NewSubtotal({ cart: { subtotal, total_quantity } }: { cart: Cart }) {
  const isUpdating = useCart((state) => state.isUpdating)
  const locale = useLocale()
  const [announced, setAnnounced] = useState({ amount: subtotal.amount, text: '' })
  if (!isUpdating && announced.amount !== subtotal.amount)
    setAnnounced({
      amount: subtotal.amount,
      text: `${total_quantity} ${total_quantity === 1 ? 'item' : 'items'} in the cart, subtotal ${formatMoney(subtotal, locale)}`,
    })
  return (
    <p className="visually-hidden" role="status">
      {announced.text}
    </p>
  )
}
