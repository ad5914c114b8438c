import { useEffect, useState } from 'react'
import { useShop } from '#client/shop-context.ts'
import { Slot } from '#client/slot.tsx'
import * as limits from '#contract/limits.ts'
import { SearchForm } from '#features/search/search-form.tsx'
import { iconButtonClass } from '#ui/icon-button.ts'
import { AccountButton } from './account-button.tsx'
import { CartButton } from './cart-button.tsx'
import css from './header.module.css'
import { Logo } from './logo.tsx'
import { MainMenu } from './main-menu.tsx'
import { MenuButton } from './menu-button.tsx'
import { SearchLink } from './search-link.tsx'

/** Logo, categories, search and cart in one row; sticky if the setting says so. */
export function Header({ path }: { path: string }) {
  const { storefront, menus } = useShop()
  const isStuck = useScrolledPast(limits.stickyHeaderAtPx)
  return (
    <header
      className={css.header}
      data-sticky={storefront.is_sticky_header_enabled}
      data-stuck={isStuck || undefined}
    >
      <div className={`wide ${css.row}`}>
        <MenuButton items={menus.header} path={path} />
        <Logo />
        <div className={css.menu}>
          <MainMenu id={menus.id} items={menus.header} path={path} />
        </div>
        <div className={css.search}>
          <SearchForm />
        </div>
        <div className={css.actions}>
          <SearchLink className={`${iconButtonClass} ${css.searchLink}`} />
          <Slot name="header.actions" props={{}} />
          <AccountButton />
          <CartButton />
        </div>
      </div>
    </header>
  )
}

function useScrolledPast(threshold: number) {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    const look = () => setPast(scrollY > threshold)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [threshold])
  return isPast
}
