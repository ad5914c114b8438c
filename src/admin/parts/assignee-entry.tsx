import { useSession } from '../session-context.ts'
import { EntrySelect } from './entry-field.tsx'

type Member = { id: number; name: string }
type Props = {
  members: readonly Member[]
  assigned: Member | null
  onAssign: (staffId: number | null) => void
}

/** The member of staff who takes care of a record. */
export function AssigneeEntry({ members, assigned, onAssign }: Props) {
  const { session } = useSession()
  return (
    <EntrySelect
      label="Assigned to"
      value={assigned?.id ?? ''}
      onChange={({ target }) => onAssign(Number(target.value) || null)}
    >
      <option value="">Not assigned</option>
      {choicesOf(members, assigned, session.id).map(({ id, name }) => (
        <option key={id} value={id}>
          {id === session.id ? 'Me' : name}
        </option>
      ))}
    </EntrySelect>
  )
}

/** The caller first; the present one also when they may not be chosen any more. */
function choicesOf(members: readonly Member[], present: Member | null, ownId: number): Member[] {
  const isListed = !present || members.some(({ id }) => id === present.id)
  const all = isListed ? [...members] : [...members, present]
  return all.sort((a, b) => Number(b.id === ownId) - Number(a.id === ownId))
}
