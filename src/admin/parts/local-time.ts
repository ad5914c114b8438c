/** A time (ISO 8601) as the value of a `datetime-local` input in a time zone; empty for no time. */
export function toZoneTime(text: string, timeZone: string): string {
  const at = new Date(text)
  if (text === '' || Number.isNaN(at.getTime())) return ''
  // sv-SE formats dates and times as ISO does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .replace(' ', 'T')
}

/** The time (ISO 8601) of the value of a `datetime-local` input in a time zone; null for an empty one. */
export function fromZoneTime(local: string, timeZone: string): string | null {
  const wanted = Date.parse(`${local.slice(0, 16)}Z`)
  if (Number.isNaN(wanted)) return null
  let at = wanted
  // The second pass corrects an offset that changes between the two times.
  for (let pass = 0; pass < 2; pass += 1)
    at += wanted - Date.parse(`${toZoneTime(new Date(at).toISOString(), timeZone)}Z`)
  return new Date(at).toISOString()
}

/** The name of a zone whose time is not the one of this computer: "India Standard Time". */
export function foreignZone(timeZone: string): string | undefined {
  const now = new Date().toISOString()
  const { timeZone: own } = Intl.DateTimeFormat().resolvedOptions()
  if (toZoneTime(now, own) === toZoneTime(now, timeZone)) return undefined
  return new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value
}
