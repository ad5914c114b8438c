import { useCart } from '#client/cart-store.ts'
import { openCartDrawer, preloadCartDrawer } from '#features/cart/open-cart-drawer.ts'
import { Icon } from '#ui/icon.tsx'
import { iconButtonClass } from '#ui/icon-button.ts'
import css from './cart-button.module.css'

/** A link to the cart; with JavaScript a plain click opens the drawer instead. */
export function CartButton() {
  const count = useCart(({ cart }) => cart?.total_quantity ?? 0)
  return (
    <a
      className={`${iconButtonClass} ${css.button}`}
      href="/cart"
      aria-label={count > 0 ? `Cart, ${count} ${count === 1 ? 'item' : 'items'}` : 'Cart'}
      onPointerEnter={preloadCartDrawer}
      onFocus={preloadCartDrawer}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || location.pathname === '/cart') return
        event.preventDefault()
        openCartDrawer()
      }}
    >
      <Icon name="bag" size={22} />
      {count > 0 && <span className={css.count}>{count}</span>}
    </a>
  )
}
