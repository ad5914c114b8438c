import { type ComponentType, useState } from 'react'
import type { MenuLink } from '#client/shop-context.ts'
import { Icon } from '#ui/icon.tsx'
import css from './menu-button.module.css'

type Drawer = ComponentType<{ items: readonly MenuLink[]; path: string; onClose: () => void }>

const loadDrawer = () => import('./menu-drawer.tsx')

/** Opens the menu of phones, which comes in a chunk of its own. Without scripts it leads to all products. */
export function MenuButton({ items, path }: { items: readonly MenuLink[]; path: string }) {
  const [Drawer, setDrawer] = useState<Drawer>()
  return (
    <div className={css.holder}>
      {/* biome-ignore lint/a11y/useSemanticElements: without scripts it is a link to all products */}
      <a
        className={css.button}
        href="/shop-online"
        role="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        onPointerEnter={() => void loadDrawer()}
        onClick={async (event) => {
          event.preventDefault()
          const { MenuDrawer } = await loadDrawer()
          setDrawer(() => MenuDrawer)
        }}
      >
        <Icon name="menu" size={24} />
      </a>
      {Drawer && <Drawer items={items} path={path} onClose={() => setDrawer(undefined)} />}
    </div>
  )
}
