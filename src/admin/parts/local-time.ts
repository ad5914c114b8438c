/** A time (ISO 8601) as the value of a `datetime-local` input in the browser's zone; empty for no time. */
export function toLocalTime(text: string): string {
  const at = new Date(text)
  if (text === '' || Number.isNaN(at.getTime())) return ''
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
