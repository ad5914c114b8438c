import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { keysOf } from '#contract/rules/own-value.ts'
import { type AdminScreen, entriesOf, isAt, type ScreenGroup, screenGroups } from '../admin-screen.ts'
import { type AdminIconName, AdminIcon as Icon } from '../parts/admin-icon.tsx'
import { useSession } from '../session-context.ts'
import css from './navigation.module.css'
import { useOpenGroups } from './open-groups.ts'

type Entry = { to: string; label: string; icon?: AdminIconName; isCurrent: boolean }

/** The screens of a phone's bottom bar; its menu has the others. */
const barScreens = ['/', '/orders', '/products']

/** All screens by group: a column on a desktop. A phone has a bar with the most used ones and a menu. */
export function Navigation() {
  const { may, screens } = useSession()
  const { pathname } = useLocation()
  const { nav, more, isMenuOpen, setMenuOpen } = useMenu(pathname)
  const current = screens.find((screen) => isAt(pathname, screen))?.group
  const groups = useOpenGroups(current)

  // The link of the current screen does not change the address.
  const close = () => setMenuOpen(false)
  const home: Entry[] = may('home.read')
    ? [{ to: '/', label: 'Home', icon: 'home', isCurrent: pathname === '/' }]
    : []
  const inBar = [
    ...home,
    ...screens.map((screen) => ({ ...entryOf([screen], pathname), icon: screen.icon })),
  ].filter(({ to }) => barScreens.includes(to))
  const isElsewhere = !inBar.some(({ isCurrent }) => isCurrent)

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
            entries={[...entriesOf(screens.filter((screen) => screen.group === group)).values()].map(
              (together) => entryOf(together, pathname),
            )}
            isCurrent={group === current}
            isOpen={groups.isOpen(group)}
            onToggle={() => groups.toggle(group)}
            onLeave={close}
          />
        ))}
        <li className={css.account}>
          <NavEntry
            to="/account"
            label="Account"
            icon="key"
            isCurrent={isAt(pathname, { name: 'account' })}
            onClick={close}
          />
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
  entries: readonly Entry[]
  isCurrent: boolean
  isOpen: boolean
  onToggle: () => void
  onLeave: () => void
}

/** Leads to the first of the screens that the role may see; alone, a screen has its own name. */
function entryOf(together: readonly AdminScreen[], pathname: string): Entry {
  const [first] = together
  const label = together.length > 1 ? first?.tab?.entry : first?.label
  return {
    to: `/${first?.name}`,
    label: label ?? '',
    isCurrent: together.some((screen) => isAt(pathname, screen)),
  }
}

/** A button that shows and hides the entries of the group; a group with one entry is its link. */
function Group({ group, entries, isCurrent, isOpen, onToggle, onLeave }: GroupProps) {
  const [first] = entries
  if (!first) return null
  if (entries.length === 1)
    return (
      <li className={inBarClass(first)}>
        <NavEntry {...first} icon={screenGroups[group]} onClick={onLeave} />
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
        {entries.map((entry) => (
          <li key={entry.to} className={inBarClass(entry)}>
            <NavEntry {...entry} onClick={onLeave} />
          </li>
        ))}
      </ul>
    </li>
  )
}

const inBarClass = ({ to }: Entry) => (barScreens.includes(to) ? css.inBar : undefined)

const NavEntry = ({ to, label, icon, isCurrent, onClick }: Entry & { onClick: () => void }) => (
  <Link to={to} aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
    {icon && <Icon name={icon} />}
    {label}
  </Link>
)
