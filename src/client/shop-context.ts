import { createContext, useContext } from 'react'
import type { Settings, Storefront } from '#contract/storefront.ts'

/** What components read of the storefront; the theme is in the document's head. */
export const shownFields = [
  'name',
  'meta',
  'logo1',
  'page_layout',
  'channel',
  'is_sticky_header_enabled',
  'is_scroll_button_enabled',
  'termsandconditions_page',
  'privacypolicy_page',
] as const satisfies (keyof Storefront)[]

/** Settings that components in the browser read. */
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
  children?: MenuLink[]
}

/** What stays for the whole visit: looks, settings, menus. Part of the document, never of a payload. */
export type Shop = {
  storefront: ShownStorefront
  settings: Partial<Settings>
  menus: { header: MenuLink[]; topBar: MenuLink[] }
}

export const ShopContext = createContext<Shop | null>(null)

/** The shop that every component stands in. */
export function useShop(): Shop {
  const shop = useContext(ShopContext)
  if (!shop) throw new Error('There is no shop around this component')
  return shop
}
