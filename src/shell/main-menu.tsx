import { type FocusEvent, useRef, useState } from 'react'
import type { MenuLink } from '#client/shop-context.ts'
import { Icon } from '#ui/icon.tsx'
import css from './main-menu.module.css'

const HOVER_INTENT = 250
const LEAVE_GRACE = 180

/** The categories as direct top-level items. A panel opens on click and on hover with intent, Escape closes it. */
export function MainMenu({ items, path }: { items: readonly MenuLink[]; path: string }) {
  const [openLabel, setOpenLabel] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [openedOn, setOpenedOn] = useState(path)
  // Another page has come: whatever stood open belongs to the last one.
  if (openedOn !== path) {
    setOpenedOn(path)
    setOpenLabel(undefined)
  }

  // Two may lead to the same page: the first of them is where one is.
  const current = items.find(({ url }) => isHere(url, path))
  const later = (label: string | undefined, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpenLabel(label), ms)
  }
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpenLabel(undefined)
  }

  return (
    <nav
      aria-label="Main"
      onKeyDown={(event) => event.key === 'Escape' && setOpenLabel(undefined)}
      onBlur={leave}
    >
      <ul className={css.menu}>
        {items.map((item) => (
          <li
            key={item.label}
            className={css.item}
            onPointerEnter={(event) => event.pointerType === 'mouse' && later(item.label, HOVER_INTENT)}
            onPointerLeave={(event) => event.pointerType === 'mouse' && later(undefined, LEAVE_GRACE)}
          >
            <a
              className={css.link}
              href={item.url}
              target={item.target}
              aria-current={item === current ? 'page' : undefined}
            >
              {item.label}
            </a>
            {item.children && (
              <>
                <button
                  type="button"
                  className={css.toggle}
                  aria-expanded={openLabel === item.label}
                  aria-label={`${item.label}: show what is inside`}
                  onClick={() => setOpenLabel(openLabel === item.label ? undefined : item.label)}
                >
                  <Icon name="chevron-down" size={14} />
                </button>
                {openLabel === item.label && <Panel item={item} children={item.children} />}
              </>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Panel({ item, children }: { item: MenuLink; children: MenuLink[] }) {
  return (
    <ul className={css.panel} data-long={children.length > 5}>
      {children.map(({ label, url, badge }) => (
        <li key={label}>
          <a href={url}>
            {label}
            {badge && <span className={css.badge}>{badge}</span>}
          </a>
        </li>
      ))}
      <li className={css.all}>
        <a href={item.url}>All {item.label.toLowerCase()}</a>
      </li>
    </ul>
  )
}

const isHere = (url: string, path: string) => url === path || (url !== '/' && path.startsWith(`${url}/`))
