import type { Permission } from '#contract/admin/permissions.ts'
import { useList } from '../list/use-list.ts'
import { DownloadLink } from '../parts/download-link.tsx'
import { useSession } from '../session-context.ts'

type Props = { permission: Permission }

/** A download of records beside the heading of their list. */
export function ExportLink({ href, permission }: Props & { href: string }) {
  const { may } = useSession()
  return may(permission) ? <DownloadLink href={href}>Export as CSV</DownloadLink> : null
}

/** A download of the records that the search and the filters of the list find. */
export function FoundExport({ path, permission }: Props & { path: string }) {
  const { filterValues } = useList()
  return <ExportLink href={`${path}?${new URLSearchParams(filterValues)}`} permission={permission} />
}
