import { type ComponentType, type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { TopMenuLink } from '#client/shop-context.ts'
import { Icon } from '#ui/icon.tsx'
import css from './main-menu.module.css'

const HOVER_INTENT = 250
const LEAVE_GRACE = 180

type Opened = { label: string; takesFocus: boolean }
type Props = { id: string; items: readonly TopMenuLink[]; path: string }

const importPanels = () => import('./menu-panel.tsx')

/**
 * The categories as direct top-level items. A panel, whose code and links are loaded when they are needed, opens on click, with the arrow key, and on hover
 * with intent; Escape closes it and returns the focus to its button.
 */
export function MainMenu({ id, items, path }: Props) {
  const [Panel, setPanel] = useState<ComponentType<Opened>>()
  const [opened, setOpened] = useState<Opened>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [openedOn, setOpenedOn] = useState(path)
  // The page has changed: close the open panel.
  if (openedOn !== path) {
    setOpenedOn(path)
    setOpened(undefined)
  }

  // Two items may link to the same page: the first one is the current.
  const current = items.find(({ url }) => isHere(url, path))
  const preload = () => {
    if (Panel) return
    importPanels()
      .then(({ loadPanels }) => loadPanels(id))
      .then(
        (Panel) => setPanel(() => Panel),
        // The item itself is a link.
        () => {},
      )
  }
  const open = (next: Opened | undefined) => {
    clearTimeout(timer.current)
    preload()
    setOpened(next)
  }
  const later = (next: Opened | undefined, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => open(next), ms)
  }
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpened(undefined)
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !opened) return
    event.currentTarget.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus()
    open(undefined)
  }

  return (
    <nav aria-label="Main" onKeyDown={closeOnEscape} onBlur={leave}>
      <ul className={css.menu}>
        {items.map((item) => {
          const { label, url, target, hasChildren } = item
          const isOpen = opened?.label === label
          return (
            <li
              key={label}
              className={css.item}
              onPointerEnter={({ pointerType }) => {
                if (pointerType !== 'mouse') return
                if (hasChildren) preload()
                later(hasChildren && { label, takesFocus: false }, HOVER_INTENT)
              }}
              onPointerLeave={({ pointerType }) => pointerType === 'mouse' && later(undefined, LEAVE_GRACE)}
            >
              <a
                className={css.link}
                href={url}
                target={target}
                aria-current={item === current ? 'page' : undefined}
              >
                {label}
              </a>
              {hasChildren && (
                <>
                  <button
                    type="button"
                    className={css.toggle}
                    aria-expanded={isOpen}
                    aria-label={`${label}: show what is inside`}
                    onFocus={preload}
                    onClick={() => open(isOpen ? undefined : { label, takesFocus: false })}
                    onKeyDown={(event) => {
                      if (event.key !== 'ArrowDown') return
                      event.preventDefault()
                      open({ label, takesFocus: true })
                    }}
                  >
                    <Icon name="chevron-down" size={14} />
                  </button>
                  {isOpen && Panel && <Panel {...opened} />}
                </>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const isHere = (url: string, path: string) => url === path || (url !== '/' && path.startsWith(`${url}/`))
