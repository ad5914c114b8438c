import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie } from 'cookie'
import { hasStoreAccess, storeAccessCookieName } from '#server/content/storefront/store-access.ts'
import { type LockStatus, lockOf, type StoreLock } from '#server/content/storefront/store-lock.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { isStaff, type StaffSessions } from '#server/platform/sessions/is-staff.ts'

export type LockReader = (
  request: { headers: IncomingHttpHeaders },
  status: LockStatus & { staffSessions: StaffSessions },
) => StoreLock | undefined

/** Finds the lock that applies to a request: by its cookie, without the database. */
export function createLockReader(config: Services['config']): LockReader {
  // On an https shop other hosts of the domain must not set it.
  const isSecure = config.storeUrl.startsWith('https:')
  const name = (isSecure ? '__Host-' : '') + storeAccessCookieName
  return (request, status) =>
    lockOf(status, {
      isStaff: isStaff(request, { sessions: status.staffSessions, isSecure }),
      hasAccess: (passwordKey) =>
        hasStoreAccess(config, parseCookie(request.headers.cookie ?? '')[name], passwordKey),
    })
}
