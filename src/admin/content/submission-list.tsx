import type { Submission } from '#contract/admin/content/submissions.ts'
import { Chip } from '#ui/chip.tsx'
import { MomentCell } from '../parts/cells.tsx'
import { FoundExport } from '../resource/export-link.tsx'
import type { RecordList } from '../resource/resource.ts'
import ResourceList from '../resource/resource-list.tsx'

const submissions: RecordList<Submission> = {
  name: 'submissions',
  label: 'Messages',
  one: 'message',
  icon: 'inbox',
  group: 'Content',
  permission: 'content.read',
  writePermission: 'content.write',
  columns: [
    { name: 'form_name', label: 'Form', show: ({ form_name, id }) => `${form_name} ${id}` },
    { name: 'email', label: 'From', show: ({ email }) => email ?? '–' },
    { name: 'values', label: 'Message', show: ({ values }) => shorten(values.at(-1)?.value ?? '') },
    {
      name: 'id',
      label: 'Received',
      isSortable: true,
      show: ({ created_at }) => <MomentCell at={created_at} />,
    },
    {
      name: 'answered_at',
      label: 'State',
      show: ({ answered_at }) =>
        answered_at ? <Chip tone="calm">Answered</Chip> : <Chip tone="open">Open</Chip>,
    },
    { name: 'assigned_to', label: 'Assigned to', show: ({ assigned_to }) => assigned_to?.name ?? '–' },
  ],
  filters: [
    {
      name: 'state',
      label: 'State',
      options: [
        { value: 'open', label: 'Open' },
        { value: 'answered', label: 'Answered' },
      ],
    },
    {
      name: 'assigned',
      label: 'Assigned',
      options: [
        { value: 'me', label: 'Assigned to me' },
        { value: 'none', label: 'Not assigned' },
      ],
    },
  ],
  sort: { field: 'id', order: 'DESC' },
  searches: 'E-mail or text',
  canAdd: false,
  tools: () => <FoundExport path="/api/admin/submissions/export" permission="content.write" />,
}

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 80)} …` : text)

export default function SubmissionList() {
  return <ResourceList resource={submissions} />
}
