import { EntryMoment } from '#admin/parts/entry-moment.tsx'
import css from './page-editor.module.css'

type Times = { starts_at: string | null; ends_at: string | null }
type Props = {
  times: Times
  errors: Record<string, string[]>
  isReadOnly: boolean
  onChange: (times: Partial<Times>) => void
}

/** From when and until when something is shown. */
export function ScheduleFields({ times, errors, isReadOnly, onChange }: Props) {
  return (
    <div className={css.schedule}>
      <EntryMoment
        label="Shown from"
        value={times.starts_at}
        readOnly={isReadOnly}
        errors={errors.starts_at}
        hint="Always when empty."
        onChange={(starts_at) => onChange({ starts_at })}
      />
      <EntryMoment
        label="Shown until"
        value={times.ends_at}
        readOnly={isReadOnly}
        errors={errors.ends_at}
        onChange={(ends_at) => onChange({ ends_at })}
      />
    </div>
  )
}
