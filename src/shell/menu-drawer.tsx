import { useEffect, useRef } from 'react'
import { type MenuLink, useShop } from '#client/shop-context.ts'
import { SearchForm } from '#features/search/search-form.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import css from './menu-drawer.module.css'

type Props = { items: readonly MenuLink[]; path: string; onClose: () => void }

/** The menu of phones: search first, then every category with what is inside. */
export function MenuDrawer({ items, path, onClose }: Props) {
  const { menus } = useShop()
  const openedOn = useRef(path)
  useEffect(() => {
    if (openedOn.current !== path) onClose()
  }, [path, onClose])

  return (
    <Dialog title="Menu" side="start" onClose={onClose}>
      {/* After the browser has taken the form: one that is gone by then is not submitted. */}
      <SearchForm onLeave={() => void setTimeout(onClose)} />
      <ul className={css.list}>
        {items.map((item) => (
          <li key={item.label}>
            {!item.children ? (
              <a className={css.link} href={item.url} onClick={onClose}>
                {item.label}
              </a>
            ) : (
              <details>
                <summary className={css.link}>
                  {item.label} <Icon name="chevron-down" size={18} />
                </summary>
                <ul className={css.children}>
                  {item.children.map(({ label, url }) => (
                    <li key={label}>
                      <a href={url} onClick={onClose}>
                        {label}
                      </a>
                    </li>
                  ))}
                  <li>
                    <a className={css.all} href={item.url} onClick={onClose}>
                      All {item.label.toLowerCase()}
                    </a>
                  </li>
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
      <ul className={css.more}>
        {menus.topBar.map(({ label, url }) => (
          <li key={label}>
            <a href={url} onClick={onClose}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
