import { createContext, useContext } from 'react'
import type { StartedPlugin } from '#contract/plugins.ts'
import type { SlotContents } from '#contract/slots.ts'
import type { Settings, Storefront } from '#contract/storefront.ts'

/** The storefront fields that components read; the theme is in the document's head. */
export const shownFields = [
  'name',
  'logo1',
  'page_layout',
  'channel',
  'is_sticky_header_enabled',
  'is_scroll_button_enabled',
  'termsandconditions_page',
  'privacypolicy_page',
  'cookies',
] as const satisfies (keyof Storefront)[]

/** Settings that components in the browser read; `store_*` only where there is no `customer_care_*`. */
export const shownSettings = [
  'enable_login_at_checkout',
  'enable_register_at_checkout',
  'enable_customer_register',
  'enable_otp_auth',
  'enable_legacy_auth',
  'enable_passkey_auth',
  'account_verification_for',
  'customer_care_email',
  'customer_care_phone',
  'store_email',
  'store_phone',
  'listing_paging',
] as const satisfies (keyof Settings)[]

export type ShownStorefront = Pick<Storefront, (typeof shownFields)[number]>

export type MenuLink = {
  label: string
  url: string
  target?: '_blank'
  badge?: string
  /** Path of the picture in the panel of a top-level item. */
  image?: string
  children?: MenuLink[]
}

/** A top-level item as every document has it: what is below is requested when a menu is about to open. */
export type TopMenuLink = Omit<MenuLink, 'image' | 'children'> & { hasChildren?: true }

/** Data for the whole visit: appearance, settings, menus. Part of the document, never of a payload. */
export type Shop = {
  storefront: ShownStorefront
  settings: Partial<Settings>
  /** `id` is the header menu's, or its slug. */
  menus: { id: string; header: TopMenuLink[]; topBar: MenuLink[] }
  /** Additions of active plugins; missing when none is active. `active`: those with something to start in browsers. */
  plugins?: { active: StartedPlugin[]; slots: SlotContents; accountMenu: AccountAddition[] }
}

export const ShopContext = createContext<Shop | null>(null)

/** The shop's data, available to every component. */
export function useShop(): Shop {
  const shop = useContext(ShopContext)
  if (!shop) throw new Error('There is no shop around this component')
  return shop
}

/** A page of the account area. Spec §3, account state. */
export type AccountItem = {
  menu: string
  path: string
  /** Name of an icon in the shop's icon set. */
  icon: string
  description: string
  active: boolean
  show_in_dashboard: boolean
  /** Also in the menu of the header, which has room for few. Not in the spec. */
  show_in_header?: boolean
}

/** An item that a plugin adds: to a group of its title, made when there is none, after another item or at the end. */
export type AccountAddition = { group: string; after?: string; item: AccountItem }
