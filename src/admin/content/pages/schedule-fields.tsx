import { EntryField } from '#admin/parts/entry-field.tsx'
import css from './page-editor.module.css'

type Times = { starts_at: string | null; ends_at: string | null }
type Props = {
  times: Times
  errors: Record<string, string[]>
  isReadOnly: boolean
  onChange: (times: Partial<Times>) => void
}

/** From when and until when something is shown, in the time zone of this computer. */
export function ScheduleFields({ times, errors, isReadOnly, onChange }: Props) {
  return (
    <div className={css.schedule}>
      <EntryField
        label="Shown from"
        type="datetime-local"
        value={toLocal(times.starts_at)}
        readOnly={isReadOnly}
        errors={errors.starts_at}
        hint={`Always when empty. ${zone}.`}
        onChange={(event) => onChange({ starts_at: fromLocal(event.target.value) })}
      />
      <EntryField
        label="Shown until"
        type="datetime-local"
        value={toLocal(times.ends_at)}
        readOnly={isReadOnly}
        errors={errors.ends_at}
        onChange={(event) => onChange({ ends_at: fromLocal(event.target.value) })}
      />
    </div>
  )
}

const zone = `Your time: ${Intl.DateTimeFormat().resolvedOptions().timeZone}`

/** The value of a `datetime-local` field, without seconds. */
export function toLocal(time: string | null): string {
  if (time === null) return ''
  const date = new Date(time)
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

export const fromLocal = (text: string): string | null => (text === '' ? null : new Date(text).toISOString())
