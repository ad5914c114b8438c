import type { ComponentType } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { Icon } from '#ui/icon.tsx'
import css from './account-button.module.css'

/** What stands in the button's place once somebody is known to be logged in: it comes with the late parts. */
export const accountCorner = createStore<{ Menu: ComponentType | null }>(() => ({ Menu: null }))

/** The way in. The page behind it leads on whoever is logged in already. */
export function AccountButton() {
  const Menu = useStore(accountCorner, (state) => state.Menu)
  if (Menu) return <Menu />
  return (
    <a className={css.button} href="/login" data-press="click" aria-label="Account">
      <Icon name="user" size={22} />
    </a>
  )
}
