import type { ComponentType } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { Icon } from '#ui/icon.tsx'
import { iconButtonClass } from '#ui/icon-button.ts'
import css from './account-button.module.css'

/** The menu that replaces the button once a customer is logged in; loaded with the lazy parts. */
export const accountMenuStore = createStore<{ Menu: ComponentType | null }>(() => ({ Menu: null }))

/** The login link. The page behind it redirects customers who are logged in. */
export function AccountButton() {
  const Menu = useStore(accountMenuStore, (state) => state.Menu)
  if (Menu) return <Menu />
  return (
    <a className={`${iconButtonClass} ${css.button}`} href="/login" data-press="click" aria-label="Account">
      <Icon name="user" size={22} />
    </a>
  )
}
