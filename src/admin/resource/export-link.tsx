import type { Permission } from '#contract/admin/permissions.ts'
import { useSession } from '../session-context.ts'
import css from './resource.module.css'

/** A download of records beside the heading of their list. */
export function ExportLink({ href, permission }: { href: string; permission: Permission }) {
  const { may } = useSession()
  return may(permission) ? (
    <a className={css.link} href={href}>
      Export as CSV
    </a>
  ) : null
}
