import { useSession } from '#client/session-store.ts'
import { Icon } from '#ui/icon.tsx'
import css from './admin-link.module.css'

/** The link of staff to the back office, which its one-time token logs them into. Spec §6. */
export function AdminLink() {
  const token = useSession(({ adminToken }) => adminToken)
  if (token === null) return null
  return (
    <a
      className={css.link}
      href={`/admin/login?token=${encodeURIComponent(token)}`}
      rel="nofollow"
      referrerPolicy="no-referrer"
    >
      <Icon name="dashboard" size={18} /> Admin Panel
    </a>
  )
}
