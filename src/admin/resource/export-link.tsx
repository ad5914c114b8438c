import type { Permission } from '#contract/admin/permissions.ts'
import { useSession } from '../session-context.ts'

/** A download of records beside the heading of their list. */
export function ExportLink({ href, permission }: { href: string; permission: Permission }) {
  const { may } = useSession()
  return may(permission) ? <a href={href}>Export as CSV</a> : null
}
