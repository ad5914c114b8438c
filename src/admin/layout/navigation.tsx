import { useEffect, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { keysOf } from '#contract/rules/own-value.ts'
import { type AdminScreen, type ScreenGroup, screenGroups } from '../admin-screen.ts'
import { type AdminIconName, AdminIcon as Icon } from '../parts/admin-icon.tsx'
import { useSession } from '../session-context.ts'
import css from './navigation.module.css'
import { useOpenGroups } from './open-groups.ts'

type Entry = { to: string; label: string; icon?: AdminIconName }

/** The screens of a phone's bottom bar; its menu has the others. */
const barScreens = ['/', '/orders', '/products']

/** All screens by group: a column on a desktop. A phone has a bar with the most used ones and a menu. */
export function Navigation() {
  const { may, screens } = useSession()
  const { pathname } = useLocation()
  const { nav, more, isMenuOpen, setMenuOpen } = useMenu(pathname)
  const current = screens.find(({ name }) => isWithin(pathname, `/${name}`))?.group
  const groups = useOpenGroups(current)

  // The link of the current screen does not change the address.
  const close = () => setMenuOpen(false)
  const home: Entry[] = may('home.read') ? [{ to: '/', label: 'Home', icon: 'home' }] : []
  const inBar = [
    ...home,
    ...screens.map(({ name, label, icon }) => ({ to: `/${name}`, label, icon })),
  ].filter(({ to }) => barScreens.includes(to))
  const isElsewhere = !inBar.some(({ to }) => (to === '/' ? pathname === to : isWithin(pathname, to)))

  return (
    <nav ref={nav} className={css.nav} aria-label="Back office">
      <div className={css.bar}>
        {inBar.map((entry) => (
          <NavEntry key={entry.to} {...entry} onClick={close} />
        ))}
        <button
          ref={more}
          type="button"
          aria-expanded={isMenuOpen}
          aria-controls="menu"
          data-current={isElsewhere || undefined}
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          <Icon name="menu" />
          More
        </button>
      </div>
      <ul id="menu" className={css.menu} data-menu={isMenuOpen ? 'open' : 'closed'}>
        {home.map((entry) => (
          <li key={entry.to} className={css.inBar}>
            <NavEntry {...entry} onClick={close} />
          </li>
        ))}
        {keysOf(screenGroups).map((group) => (
          <Group
            key={group}
            group={group}
            screens={screens.filter((screen) => screen.group === group)}
            isCurrent={group === current}
            isOpen={groups.isOpen(group)}
            onToggle={() => groups.toggle(group)}
            onLeave={close}
          />
        ))}
        <li className={css.account}>
          <NavEntry to="/account" label="Account" icon="key" onClick={close} />
        </li>
      </ul>
    </nav>
  )
}

/** The menu of a phone. It is closed by another screen, by Escape, and by what is pressed or focused outside. */
function useMenu(pathname: string) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const nav = useRef<HTMLElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    setMenuOpen(false)
    nav.current?.querySelector('[data-menu] [aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  useEffect(() => {
    if (!isMenuOpen) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setMenuOpen(false)
      more.current?.focus()
    }
    const closeOutside = ({ target }: Event) => {
      if (!(target instanceof Node && nav.current?.contains(target))) setMenuOpen(false)
    }
    addEventListener('keydown', closeOnEscape)
    addEventListener('focusin', closeOutside)
    addEventListener('pointerdown', closeOutside)
    return () => {
      removeEventListener('keydown', closeOnEscape)
      removeEventListener('focusin', closeOutside)
      removeEventListener('pointerdown', closeOutside)
    }
  }, [isMenuOpen])
  return { nav, more, isMenuOpen, setMenuOpen }
}

type GroupProps = {
  group: ScreenGroup
  screens: readonly AdminScreen[]
  isCurrent: boolean
  isOpen: boolean
  onToggle: () => void
  onLeave: () => void
}

/** A button that shows and hides the screens of the group; a group with one screen is its link. */
function Group({ group, screens, isCurrent, isOpen, onToggle, onLeave }: GroupProps) {
  const [first] = screens
  if (!first) return null
  if (screens.length === 1)
    return (
      <li className={barScreens.includes(`/${first.name}`) ? css.inBar : undefined}>
        <NavEntry to={`/${first.name}`} label={first.label} icon={screenGroups[group]} onClick={onLeave} />
      </li>
    )
  const id = `screens-of-${group.toLowerCase()}`
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        data-current={isCurrent || undefined}
        onClick={onToggle}
      >
        <Icon name={screenGroups[group]} />
        {group}
        <Icon name="chevron-down" size={16} />
      </button>
      <ul id={id} hidden={!isOpen}>
        {screens.map(({ name, label }) => (
          <li key={name} className={barScreens.includes(`/${name}`) ? css.inBar : undefined}>
            <NavEntry to={`/${name}`} label={label} onClick={onLeave} />
          </li>
        ))}
      </ul>
    </li>
  )
}

const NavEntry = ({ to, label, icon, onClick }: Entry & { onClick: () => void }) => (
  <NavLink to={to} end={to === '/'} onClick={onClick}>
    {icon && <Icon name={icon} />}
    {label}
  </NavLink>
)

const isWithin = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`)
