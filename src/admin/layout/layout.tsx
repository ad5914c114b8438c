import { type ReactNode, useEffect, useRef, useState } from 'react'
import { NavLink, type NavLinkProps, useLocation } from 'react-router'
import { type AdminScreen, screenGroups } from '../admin-screen.ts'
import { type AdminIconName, AdminIcon as Icon } from '../parts/admin-icon.tsx'
import { Messages } from '../parts/messages.tsx'
import { ProofDialog } from '../parts/proof-dialog.tsx'
import { useSession } from '../session-context.ts'
import css from './layout.module.css'
import { SearchField } from './search-field.tsx'
import { Shortcuts } from './shortcuts.tsx'

/** Navigation, search and the screen. On a phone the navigation is at the bottom. */
export function Layout({ children }: { children: ReactNode }) {
  const { session, onSignOut } = useSession()
  return (
    <div className={css.frame}>
      <a className={css.skip} href="#content">
        Skip to content
      </a>
      <header className={css.top}>
        <a className={css.brand} href="/">
          {session.shop.name}
        </a>
        <SearchField />
        <div className={css.person}>
          <Shortcuts />
          <NavLink to="/account">{session.name || session.email}</NavLink>
          <button type="button" onClick={() => void onSignOut()}>
            <Icon name="log-out" size={18} />
            <span>Sign out</span>
          </button>
        </div>
      </header>
      <Navigation />
      <main id="content" className={css.content} tabIndex={-1}>
        {children}
      </main>
      <Messages />
      <ProofDialog />
    </div>
  )
}

type Entry = { to: string; label: string; icon: AdminIconName }

const NavEntry = ({ to, label, icon, ...others }: Entry & Pick<NavLinkProps, 'className' | 'onClick'>) => (
  <NavLink to={to} end={to === '/'} {...others}>
    <Icon name={icon} />
    {label}
  </NavLink>
)

/** The screens of a phone's bottom bar; its menu has the others. */
const barScreens = ['/', '/orders', '/products']

/** All screens by section: a column on a desktop. A phone has a bar with the most used ones and a menu. */
function Navigation() {
  const { may, screens } = useSession()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const nav = useRef<HTMLElement>(null)
  const more = useRef<HTMLButtonElement>(null)

  // Another screen closes the menu.
  useEffect(() => {
    setOpen(false)
    nav.current?.querySelector('[data-menu] [aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      more.current?.focus()
    }
    const closeOutside = ({ target }: Event) => {
      if (!nav.current?.contains(target as Node)) setOpen(false)
    }
    addEventListener('keydown', closeOnEscape)
    addEventListener('focusin', closeOutside)
    addEventListener('pointerdown', closeOutside)
    return () => {
      removeEventListener('keydown', closeOnEscape)
      removeEventListener('focusin', closeOutside)
      removeEventListener('pointerdown', closeOutside)
    }
  }, [isOpen])

  // The link of the current screen does not change the address.
  const close = () => setOpen(false)
  const entryOf = ({ name, label, icon }: AdminScreen): Entry => ({
    to: `/${name}`,
    label,
    icon,
  })
  const home: Entry[] = may('home.read') ? [{ to: '/', label: 'Home', icon: 'home' }] : []
  const inBar = [...home, ...screens.map(entryOf)].filter(({ to }) => barScreens.includes(to))
  const isElsewhere = !inBar.some(({ to }) => (to === '/' ? pathname === to : isWithin(pathname, to)))
  const inMenu = (entry: Entry) => (
    <NavEntry
      key={entry.to}
      {...entry}
      className={barScreens.includes(entry.to) ? css.inBar : undefined}
      onClick={close}
    />
  )

  return (
    <nav ref={nav} className={css.nav} aria-label="Back office">
      <div className={css.bar}>
        {inBar.map((entry) => (
          <NavEntry key={entry.to} {...entry} onClick={close} />
        ))}
        <button
          ref={more}
          type="button"
          aria-expanded={isOpen}
          aria-controls="menu"
          data-current={isElsewhere || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="menu" />
          More
        </button>
      </div>
      <div id="menu" className={css.menu} data-menu={isOpen ? 'open' : 'closed'}>
        {home.map(inMenu)}
        {screenGroups.map((group) => {
          const inGroup = screens.filter((screen) => screen.group === group)
          return (
            inGroup.length > 0 && (
              <section key={group} aria-label={group}>
                <h2>{group}</h2>
                {inGroup.map((screen) => inMenu(entryOf(screen)))}
              </section>
            )
          )
        })}
        <NavEntry to="/account" label="Account" icon="key" onClick={close} />
      </div>
    </nav>
  )
}

const isWithin = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`)
