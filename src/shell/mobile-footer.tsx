import { useCart } from '#client/cart-store.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import css from './mobile-footer.module.css'

const places: { label: string; href: string; icon: IconName }[] = [
  { label: 'Home', href: '/', icon: 'home' },
  { label: 'Shop', href: '/shop-online', icon: 'grid' },
  { label: 'Cart', href: '/cart', icon: 'bag' },
  // The login page redirects logged-in customers to their account.
  { label: 'Account', href: '/login', icon: 'user' },
]

/** The bottom menu on phones. Spec §2 Layout. */
export function MobileFooter({ path }: { path: string }) {
  const count = useCart(({ cart }) => cart?.total_quantity ?? 0)
  return (
    <nav className={css.bar} aria-label="Quick" data-quick-menu="">
      {places.map(({ label, href, icon }) => (
        <a
          key={href}
          className={css.place}
          href={href}
          aria-current={
            path === href || (href === '/login' && path.startsWith('/account')) ? 'page' : undefined
          }
        >
          <span className={css.icon}>
            <Icon name={icon} size={22} />
            {href === '/cart' && count > 0 && (
              <span className={css.count}>
                {count}
                <span className="visually-hidden"> items</span>
              </span>
            )}
          </span>
          {label}
        </a>
      ))}
    </nav>
  )
}
