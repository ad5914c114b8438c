import type { ComponentProps } from 'react'
import { EntryField } from './entry-field.tsx'
import { toLocalTime } from './local-time.ts'

type Props = Omit<ComponentProps<typeof EntryField>, 'value' | 'onChange' | 'type'> & {
  /** ISO 8601, or null for none. */
  value: string | null
  onChange: (value: string | null) => void
}

/** A time, stored with its zone and entered in the zone of the browser. */
export const EntryMoment = ({ value, onChange, ...props }: Props) => (
  <EntryField
    {...props}
    type="datetime-local"
    value={toLocalTime(value ?? '')}
    onChange={({ target }) => onChange(target.value === '' ? null : new Date(target.value).toISOString())}
  />
)
