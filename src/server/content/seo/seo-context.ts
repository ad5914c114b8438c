import type { Storefront } from '#contract/storefront.ts'
import { remember } from '#server/platform/changes/remember.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { readSettings } from '#server/shop/settings/read-settings.ts'
import { readStorefront } from '../storefront/read-storefront.ts'

/** The state that decides what crawlers may index. */
export type SeoContext = {
  /** Spec §3, `enable_indexing`. */
  isIndexed: boolean
  /** Licensed, and neither locked nor closed (decisions §3). */
  isOpen: boolean
  /** Closed for a short time only: crawlers keep their copies and come back. */
  isUnderMaintenance: boolean
  storefront: Storefront
  channel: Channel
  /** At most this many days until an order is sent. */
  handlingDays: number
}

/** Of a channel; cached until the storefront changes. */
export async function readSeoContext(
  services: Pick<Services, 'db' | 'changes' | 'config'>,
  channel: Channel,
): Promise<SeoContext> {
  return remember(services, `seo context ${channel.id}`, ['storefront', 'settings'], async () => {
    const { storefront, license_status } = await readStorefront(services.db, channel, services.config)
    const { enable_indexing, is_password_protection_enabled, mode } = storefront
    const isOpen = Boolean(license_status) && !is_password_protection_enabled && !closed.has(mode)
    const isUnderMaintenance =
      Boolean(license_status) && !is_password_protection_enabled && mode === 'Under Maintenance'
    const { handling_days: handlingDays } = await readSettings(services.db, {
      channel,
      config: services.config,
    })
    return { isIndexed: enable_indexing, isOpen, isUnderMaintenance, storefront, channel, handlingDays }
  })
}

/** Any other mode is open. */
const closed = new Set(['Coming Soon', 'Under Maintenance'])
