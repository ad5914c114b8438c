import { type ComponentType, useState } from 'react'
import type { TopMenuLink } from '#client/shop-context.ts'
import { Icon } from '#ui/icon.tsx'
import { iconButtonClass } from '#ui/icon-button.ts'
import css from './menu-button.module.css'

type Drawer = ComponentType<{ items: readonly TopMenuLink[]; path: string; onClose: () => void }>

const loadDrawer = () => import('./menu-drawer.tsx')

/** Opens the phone menu, which is a chunk of its own. Without JavaScript it links to all products. */
export function MenuButton({ items, path }: { items: readonly TopMenuLink[]; path: string }) {
  const [Drawer, setDrawer] = useState<Drawer>()
  return (
    <div className={css.holder}>
      {/* biome-ignore lint/a11y/useSemanticElements: without scripts it is a link to all products */}
      <a
        className={iconButtonClass}
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
