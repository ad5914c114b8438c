import type { StoreStatus } from './store-status.ts'

/** Why visitors may not see the shop. Spec §4 "Storefront mode". */
export type StoreLock = 'unlicensed' | 'password' | 'coming-soon' | 'under-maintenance'

/** The page of each lock. Without a license every address is the same page. */
export const specialPages = {
  password: '/password-protected',
  'coming-soon': '/coming-soon',
  'under-maintenance': '/under-maintenance',
} as const satisfies Partial<Record<StoreLock, string>>

export type LockStatus = Pick<StoreStatus, 'isLicensed' | 'passwordKey' | 'mode' | 'opensAt'>

const lockOfMode = new Map<string, StoreLock>([
  ['Coming Soon', 'coming-soon'],
  ['Under Maintenance', 'under-maintenance'],
])

/**
 * The first lock that applies, in the order license, password, mode; undefined when the shop is open to the visitor.
 * Decisions §3 "Order of checks".
 *
 * @param hasAccess tells whether the visitor has entered the current password.
 */
export function lockOf(
  { isLicensed, passwordKey, mode, opensAt }: LockStatus,
  {
    isStaff,
    hasAccess,
    now = Date.now(),
  }: { isStaff: boolean; hasAccess: (passwordKey: string) => boolean; now?: number },
): StoreLock | undefined {
  if (!isLicensed) return 'unlicensed'
  if (isStaff) return undefined
  if (passwordKey !== undefined && !hasAccess(passwordKey)) return 'password'
  // When the countdown ends, before the job that sets the mode.
  if (mode === 'Coming Soon' && opensAt !== undefined && opensAt <= now) return undefined
  return lockOfMode.get(mode)
}

/** Whether everyone sees the shop: without being staff, and without a password. */
export const isOpenToAll = (status: LockStatus): boolean =>
  lockOf(status, { isStaff: false, hasAccess: () => false }) === undefined
