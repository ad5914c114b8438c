import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import type { DemoContent } from './demo-files.ts'
import { mediaPathOf } from './seed-catalog.ts'
import { themeTokens } from './theme-tokens.ts'

/** A GSTIN of Maharashtra (27), invented, with a valid check digit. */
const demoGstin = '27AABCK4821M1ZD'

/** As the demo shop's page "Shipping and returns" says. */
const ownSettings = { store_tax_no: demoGstin, handling_days: 1, return_fees: 'free' }

/** Seeds settings and the storefront's appearance. `noticePageId`: the page the notice bar links to. */
export async function seedStorefront(
  tx: Tx,
  content: DemoContent,
  { channelId, noticePageId }: { channelId: number; noticePageId: number },
) {
  const { default_channel: _code, ...settings } = content.settings
  await tx
    .insertInto('settings')
    .values(
      Object.entries({ ...settings, ...ownSettings, default_channel: channelId }).map(([key, value]) => ({
        key,
        value: json(value),
      })),
    )
    .execute()

  const shown = content.storefront
  const theme = content.themes.find(({ slug }) => slug === shown.theme)
  if (!theme) throw new Error(`The demo shop's files have no theme ${shown.theme}`)
  await tx
    .insertInto('storefronts')
    .values({
      channel_id: channelId,
      mode: 'Normal',
      license_status: 'active',
      appearance: json({
        ...themeTokens(theme),
        is_sticky_header_enabled: shown.is_sticky_header_enabled,
        is_scroll_button_enabled: shown.is_scroll_button_enabled,
        is_store_notice_enabled: shown.is_store_notice_enabled,
        store_notice_is_clearable: shown.store_notice_is_clearable,
        is_cookie_warning_enabled: shown.is_cookie_warning_enabled,
        show_cookie_manage: shown.show_cookie_manage,
        cookie_warning_message: shown.cookie_warning_message,
        enable_indexing: shown.enable_indexing,
        name: content.settings.store_name,
        page_layout: 'Full Width',
        cookies: content.cookies,
        favicon: {
          ico: null,
          png_32: mediaPathOf('favicon-32.png'),
          png_192: mediaPathOf('favicon-192.png'),
          apple: mediaPathOf('apple-touch-icon.png'),
          svg: mediaPathOf('favicon.svg'),
        },
        meta: content.home.meta,
        social_sharing_image: { path: mediaPathOf('hero-morning-table.avif') },
        logo1: null,
        store_notice_message: content.notice.message,
        storefront_notice_page_id: noticePageId,
        termsandconditions_page: 'terms-and-conditions',
        privacypolicy_page: 'privacy-policy',
      }),
    })
    .execute()
}
