import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie } from 'cookie'
import type { Services } from '#server/kernel/context.ts'
import { isStaff, type StaffSessions } from '#server/sessions/is-staff.ts'
import { hasStoreAccess, storeAccessCookieName } from '#server/storefront/store-access.ts'
import { type LockStatus, lockOf, type StoreLock } from '#server/storefront/store-lock.ts'

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
