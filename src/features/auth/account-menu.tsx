import { useEffect, useRef, useState } from 'react'
import { useSession } from '#client/session-store.ts'
import { useShop } from '#client/shop-context.ts'
import { Icon } from '#ui/icon.tsx'
import css from './account-menu.module.css'
import { logOut } from './session.ts'

const places = [
  { label: 'Dashboard', href: '/account' },
  { label: 'Orders & Refunds', href: '/account/orders' },
]

/** The customer's name with links to the account. */
export function AccountMenu() {
  const { accountMenu = [] } = useShop().plugins ?? {}
  const added = accountMenu.filter(({ item }) => item.active && item.show_in_header)
  const links = [...places, ...added.map(({ item }) => ({ label: item.menu, href: item.path }))]
  const name = useSession(({ user }) => user?.name ?? '')
  const [isOpen, setIsOpen] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !holder.current?.contains(target)) setIsOpen(false)
    }
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setIsOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [isOpen])

  return (
    <div ref={holder} className={css.holder}>
      <button
        ref={button}
        type="button"
        className={css.button}
        aria-label={name ? `Account of ${name}` : 'Account'}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="user" size={22} />
        <span className={css.name} aria-hidden="true">
          {name || 'Account'}
        </span>
      </button>
      {isOpen && (
        <nav className={css.menu} aria-label="Account">
          <p className={css.greeting}>{name ? `Hello, ${name}` : 'Hello'}</p>
          {links.map(({ label, href }) => (
            <a key={href} className={css.place} href={href} onClick={() => setIsOpen(false)}>
              {label}
            </a>
          ))}
          <button type="button" className={css.place} onClick={() => void logOut()}>
            <Icon name="log-out" size={18} /> Log out
          </button>
        </nav>
      )}
    </div>
  )
}
