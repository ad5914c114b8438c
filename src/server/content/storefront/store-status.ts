import type { Db } from '#server/platform/kernel/context.ts'
import {
  readStaffSessions,
  type StaffSessions,
  staffSessionsTag,
} from '#server/platform/sessions/is-staff.ts'
import type { Appearance } from './appearance.ts'
import { readAppearance } from './read-appearance.ts'

/** What the store looks like from outside while it is closed. Paths are relative to the media folder. */
export type ClosedStoreLook = Pick<
  Appearance,
  | 'name'
  | 'color_scheme'
  | 'theme_colors'
  | 'text_colors'
  | 'typography'
  | 'fonts'
  | 'logo1'
  | 'special_pages'
> & {
  locale: string
  favicon: string | null
  /** Links to the store's pages elsewhere. */
  social: readonly { label: string; href: string }[]
}

/** Whether visitors may see the shop, and what the pages that say otherwise need. */
export type StoreStatus = {
  isLicensed: boolean
  supportEmail: string | undefined
  /** `Normal`, `Coming Soon`, `Under Maintenance`; any other value counts as normal. */
  mode: string
  /** When a store that is coming soon opens by itself, in milliseconds. */
  opensAt?: number
  /** Identifies the current password; undefined while protection is off. */
  passwordKey: string | undefined
  /** Staff see the shop while it is closed. */
  staffSessions: StaffSessions
  look: ClosedStoreLook
}

/** Changes of what `readStoreStatus` reads. */
export const storeStatusTags = ['storefront', 'settings', staffSessionsTag]

const networks = ['facebook', 'instagram', 'youtube', 'twitter', 'pinterest', 'linkedin'] as const
const labels: Record<(typeof networks)[number], string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  twitter: 'X',
  pinterest: 'Pinterest',
  linkedin: 'LinkedIn',
}

/**
 * Spec §4: license, password protection and mode of the default channel's storefront. Changes with
 * `storeStatusTags`.
 * @throws without a storefront: that is a broken shop (500), not a closed one.
 */
export async function readStoreStatus(db: Db): Promise<StoreStatus> {
  const storefront = await db
    .selectFrom('storefronts')
    .innerJoin('channels', 'channels.id', 'storefronts.channel_id')
    .select(['license_status', 'mode', 'is_password_protection_enabled', 'password_hash', 'password_version'])
    .select(['appearance', 'channels.locale'])
    .where('channels.is_default', '=', true)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', ['store_email', 'store_name', ...networks])
    .execute()
  const settings = new Map(rows.map(({ key, value }) => [key, typeof value === 'string' ? value : '']))
  const { license_status, mode, is_password_protection_enabled, password_hash, password_version } = storefront
  const look = lookOf(storefront, settings)
  return {
    isLicensed: Boolean(license_status),
    supportEmail: settings.get('store_email') || undefined,
    mode,
    ...(look.special_pages.opens_at && { opensAt: Date.parse(look.special_pages.opens_at) }),
    passwordKey: is_password_protection_enabled ? `${password_version} ${password_hash}` : undefined,
    staffSessions: await readStaffSessions(db),
    look,
  }
}

function lookOf(
  { appearance, locale }: { appearance: unknown; locale: string },
  settings: ReadonlyMap<string, string>,
): ClosedStoreLook {
  const stored = readAppearance(appearance)
  const { color_scheme, theme_colors, text_colors, typography, fonts, logo1, favicon, special_pages } = stored
  return {
    name: stored.name || settings.get('store_name') || '',
    color_scheme,
    theme_colors,
    text_colors,
    typography,
    fonts,
    logo1,
    special_pages,
    locale,
    favicon: favicon.svg ?? favicon.png_192 ?? favicon.png_32 ?? favicon.ico,
    social: networks.flatMap((network) => {
      const href = settings.get(network) ?? ''
      return /^https?:\/\//.test(href) ? [{ label: labels[network], href }] : []
    }),
  }
}
