import type { ComponentProps } from 'react'
import { useSession } from '../session-context.ts'
import { EntryField } from './entry-field.tsx'
import { foreignZone, fromZoneTime, toZoneTime } from './local-time.ts'

type Props = Omit<ComponentProps<typeof EntryField>, 'value' | 'onChange' | 'type'> & {
  /** ISO 8601, or null for none. */
  value: string | null
  onChange: (value: string | null) => void
}

/** A time, stored with its zone and entered in the time zone of the shop. */
export function EntryMoment({ value, onChange, hint, ...props }: Props) {
  const { time_zone: zone } = useSession().session.shop
  const foreign = foreignZone(zone)
  const below = [hint, foreign && `${foreign}.`].filter(Boolean).join(' ')
  return (
    <EntryField
      {...props}
      {...(below && { hint: below })}
      type="datetime-local"
      value={toZoneTime(value ?? '', zone)}
      onChange={({ target }) => onChange(fromZoneTime(target.value, zone))}
    />
  )
}
