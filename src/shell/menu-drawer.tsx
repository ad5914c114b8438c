import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { type MenuLink, type TopMenuLink, useShop } from '#client/shop-context.ts'
import { useBackToClose } from '#client/use-back-to-close.ts'
import { SearchForm } from '#features/search/search-form.tsx'
import { navigate } from '#pages/navigate.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { loadMenu } from './load-menu.ts'
import css from './menu-drawer.module.css'

type Props = { items: readonly TopMenuLink[]; path: string; onClose: () => void }

/** The phone menu: search first, then every category with its subcategories. */
export function MenuDrawer({ items, path, onClose }: Props) {
  const { menus } = useShop()
  const close = useBackToClose(onClose)
  const [tree, setTree] = useState<readonly MenuLink[]>()
  useEffect(() => {
    // Without it, a group shows only its link to all.
    loadMenu(menus.id).then(setTree, () => {})
  }, [menus.id])
  const openedOn = useRef(path)
  useEffect(() => {
    if (openedOn.current !== path) onClose()
  }, [path, onClose])

  /** A link replaces the menu's own history entry. */
  function follow(event: MouseEvent) {
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link || link.target || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (link.href === location.href) return close()
    onClose()
    navigate(link.href, { replace: true })
  }

  return (
    <Dialog title="Menu" side="start" onClose={close}>
      {/* After the browser has submitted the form: a removed form is not submitted. */}
      <SearchForm onLeave={() => void setTimeout(onClose)} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: clicks on links, the keyboard's too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is clicked */}
      <div onClick={follow}>
        <ul className={css.list}>
          {(tree ?? items.map(toGroup)).map((item) => (
            <DrawerItem key={item.label} item={item} />
          ))}
        </ul>
        <ul className={css.more}>
          {[...menus.topBar, { label: 'Account', url: '/login' }].map(({ label, url }) => (
            <li key={url}>
              <a href={url}>{label}</a>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

const toGroup = ({ hasChildren, ...link }: TopMenuLink): MenuLink =>
  hasChildren ? { ...link, children: [] } : link

/** A link, or a group that opens what is inside, to any depth. */
function DrawerItem({ item }: { item: MenuLink }) {
  const { label, url, target, children } = item
  if (!children)
    return (
      <li>
        <a className={css.link} href={url} target={target}>
          {label}
        </a>
      </li>
    )
  return (
    <li>
      <details>
        <summary className={css.link}>
          {label} <Icon name="chevron-down" size={18} />
        </summary>
        <ul className={css.children}>
          {children.map((child) => (
            <DrawerItem key={child.label} item={child} />
          ))}
          <li>
            <a className={css.all} href={url} aria-label={`View all: ${label}`}>
              View all
            </a>
          </li>
        </ul>
      </details>
    </li>
  )
}
