import { Link } from 'react-router'
import type { ConsentRecord } from '#contract/admin/customers/consent-records.ts'
import { MomentCell } from '../parts/cells.tsx'
import { FoundExport } from '../resource/export-link.tsx'
import type { RecordList } from '../resource/resource.ts'
import ResourceList from '../resource/resource-list.tsx'

const records: RecordList<ConsentRecord> = {
  name: 'consent-records',
  label: 'Consent records',
  one: 'consent record',
  icon: 'cookie',
  group: 'Customers',
  permission: 'customers.read',
  writePermission: 'customers.write',
  columns: [
    {
      name: 'created_at',
      label: 'Given',
      isSortable: true,
      show: ({ created_at }) => <MomentCell at={created_at} />,
    },
    { name: 'accepted', label: 'Accepted', show: ({ accepted }) => accepted.join(', ') || '–' },
    { name: 'declined', label: 'Declined', show: ({ declined }) => declined.join(', ') || '–' },
    { name: 'version', label: 'Version', show: ({ version }) => <Version version={version} /> },
    { name: 'id', label: 'Record', isMinor: true },
  ],
  filters: [
    { name: 'from', label: 'From', isDay: true },
    { name: 'to', label: 'Until', isDay: true },
  ],
  sort: { field: 'created_at', order: 'DESC' },
  about:
    'Answers to the consent question, without who gave them. A version is one list of purposes with their texts. Records are deleted after 3 years.',
  empty: 'No visitor has answered the consent question yet.',
  searches: 'Version or record',
  canAdd: false,
  linkOf: null,
  tools: () => <FoundExport path="/api/admin/consent-records/export" permission="customers.read" />,
}

/** Leads to the other records of the version. */
const Version = ({ version }: { version: string }) => (
  <Link to={`/consent-records?${new URLSearchParams({ filter: JSON.stringify({ q: version }) })}`}>
    {version}
  </Link>
)

export default function ConsentList() {
  return <ResourceList resource={records as never} />
}
