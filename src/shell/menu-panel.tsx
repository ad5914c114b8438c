import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { MenuLink } from '#client/shop-context.ts'
import { Picture } from '#ui/picture.tsx'
import { loadMenu } from './load-menu.ts'
import css from './menu-panel.module.css'

type Props = { item: MenuLink & { children: MenuLink[] }; takesFocus: boolean }

/** The panels of a menu, by the label of the top-level item. */
export async function loadPanels(menu: string) {
  const items = await loadMenu(menu)
  return function Panel({ label, takesFocus }: { label: string; takesFocus: boolean }) {
    const item = items.find((item) => item.label === label)
    return item?.children && <MenuPanel item={{ ...item, children: item.children }} takesFocus={takesFocus} />
  }
}

/** What is below a top-level item, over the full width: a group for each item that has items of its own, else a list; with two pictures. */
function MenuPanel({ item, takesFocus }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) panel.current?.querySelector('a')?.focus()
  }, [takesFocus])

  const moveFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a:not([tabindex="-1"])')]
    const { activeElement: active } = document
    const at = active instanceof HTMLAnchorElement ? links.indexOf(active) : -1
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
    if (next === undefined || at === -1) return
    event.preventDefault()
    links[(next + links.length) % links.length]?.focus()
  }
  const { children } = item
  const hasGroups = children.some((child) => child.children)
  const pictures = [item, ...children]
    .filter(hasPicture)
    .filter(({ image }, at, all) => all.findIndex((other) => other.image === image) === at)
    .slice(0, 2)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links, which Tab reaches too
    <div ref={panel} className={css.panel} onKeyDown={moveFocus}>
      <div className={`wide ${css.inner}`}>
        <ul className={hasGroups ? css.groups : css.list}>
          {children.map((child) => (
            <li key={child.label}>
              <PanelLink link={child} isHeading={child.children !== undefined} />
              {child.children && (
                <ul className={css.group}>
                  {child.children.map((link) => (
                    <li key={link.label}>
                      <PanelLink link={link} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
          <li className={css.all}>
            <a href={item.url} aria-label={`View all: ${item.label}`}>
              View all
            </a>
          </li>
        </ul>
        {pictures.map((shown) => (
          <PictureLink key={shown.label} link={shown} />
        ))}
      </div>
    </div>
  )
}

type Pictured = MenuLink & { image: string }

const hasPicture = (link: MenuLink): link is Pictured => link.image !== undefined

/** The item beside it names what it shows. */
const decorative = (path: string) => ({ path, alt: '', width: 1200, height: 1200, placeholder: null })

const PanelLink = ({
  link: { label, url, target, badge },
  isHeading,
}: {
  link: MenuLink
  isHeading?: boolean
}) => (
  <a href={url} target={target} data-heading={isHeading}>
    {label}
    {badge && <span className={css.badge}>{badge}</span>}
  </a>
)

/** For the pointer only: its link is in the list too. */
const PictureLink = ({ link: { url, label, image } }: { link: Pictured }) => (
  <div className={css.picture} aria-hidden="true">
    <a href={url} tabIndex={-1}>
      <Picture image={decorative(image)} sizes="14rem" widest={640} ratio={1} />
      {label}
    </a>
  </div>
)
