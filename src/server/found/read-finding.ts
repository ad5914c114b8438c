import type { Storefront } from '#contract/storefront.ts'
import type { Services } from '../http/context.ts'
import { remember } from '../http/remember.ts'
import { type Channel, rememberedChannel } from '../storefront/read-channel.ts'
import { readStorefront } from '../storefront/read-storefront.ts'

/** What decides what robots may find. */
export type Finding = {
  /** Spec §3, `enable_indexing`. */
  isIndexed: boolean
  /** There is a shop to be found: licensed, and neither locked nor closed (decisions §3). */
  isOpen: boolean
  storefront: Storefront
  channel: Channel
}

/** Remembered until the storefront changes. */
export async function readFinding(services: Pick<Services, 'db' | 'changes'>): Promise<Finding> {
  const channel = await rememberedChannel(services)
  return remember(services, `finding ${channel.id}`, ['storefront', 'settings'], async () => {
    const { storefront, license_status } = await readStorefront(services.db, channel)
    const { enable_indexing, is_password_protection_enabled, mode } = storefront
    const isOpen = Boolean(license_status) && !is_password_protection_enabled && !closed.has(mode)
    return { isIndexed: enable_indexing, isOpen, storefront, channel }
  })
}

/** Any other mode is normal. */
const closed = new Set(['Coming Soon', 'Under Maintenance'])
