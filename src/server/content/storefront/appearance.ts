import { type DocumentLook, plainDocumentLook } from '#contract/rules/document-look.ts'
import type { Storefront } from '#contract/storefront.ts'
import type { MailStyle } from '#server/platform/kernel/shop-mail.ts'

/** An image as `storefronts.appearance` stores it: `path` relative to the media folder. */
type StoredImage = { path: string; alt?: string }

type Computed =
  | 'id'
  | 'mode'
  | 'is_password_protection_enabled'
  | 'notice_page'
  | 'before_order'
  | 'channel'
  | 'channels'
  | 'delivery'
  | 'return_days'
  | 'termsandconditions_page'
  | 'privacypolicy_page'

/**
 * The stored part of the contract's Storefront, with images as paths and pages as slugs. The other fields are
 * computed.
 */
export type Appearance = Omit<
  Storefront,
  Computed | 'favicon' | 'background' | 'social_sharing_image' | 'logo1'
> & {
  favicon: Storefront['favicon']
  background: Omit<Storefront['background'], 'image'> & { image: StoredImage | null }
  social_sharing_image: StoredImage | null
  logo1: StoredImage | null
  /** What pages show of `custom_css`; written together with it. */
  checked_custom_css: string
  mail_look: MailStyle
  document_look: DocumentLook
  termsandconditions_page: string | null
  privacypolicy_page: string | null
}

const systemFont = { font_family: 'system-ui', font_size: '1rem', font_weight: 400 }

/** The appearance of a storefront without settings of its own. */
export const plainAppearance: Appearance = {
  name: '',
  is_cookie_warning_enabled: false,
  cookie_warning_message: '',
  show_cookie_manage: false,
  cookies: [
    {
      id: 'essential',
      name: 'Essential',
      description: 'Essential for the website to function, such as security, login, and preferences',
      required: true,
      group: 'necessary',
    },
  ],
  favicon: { ico: null, png_32: null, png_192: null, apple: null, svg: null },
  color_scheme: 'light',
  theme_colors: [],
  text_colors: [],
  background: { enabled: false, type: 'color', color: null, image: null },
  typography: { body: systemFont, heading: { ...systemFont, font_size: '1.25rem', font_weight: 700 } },
  fonts: [],
  radius: '0px',
  custom_css: '',
  checked_custom_css: '',
  mail_look: { show_logo: false, accent: null, footer: '' },
  document_look: plainDocumentLook,
  is_custom_css_enabled: false,
  page_layout: 'Full Width',
  meta: { meta_title: '', meta_description: '' },
  social_sharing_image: null,
  enable_indexing: true,
  logo1: null,
  is_sticky_header_enabled: false,
  is_scroll_button_enabled: false,
  is_store_notice_enabled: false,
  store_notice_message: '',
  store_notice_background_color: '#111111',
  store_notice_text_color: '#ffffff',
  store_notice_is_clearable: true,
  storefront_notice_page_id: null,
  special_pages: {
    opens_at: null,
    coming_soon_message: '',
    maintenance_ends_at: null,
    maintenance_message: '',
    password_message: '',
  },
  termsandconditions_page: null,
  privacypolicy_page: null,
}
