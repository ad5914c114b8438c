/** Tests of a typed value, shared by browser and server. None of them accepts an empty text. */

/** Digits with an optional sign and fraction: `-12.5`. */
export const isNumeric = (text: string) => /^[+-]?(\d+(\.\d+)?|\.\d+)$/.test(text)

export const isInteger = (text: string) => /^[+-]?\d+$/.test(text)

/** @param places most digits after the point. */
export const isDecimal = (text: string, places = 20) =>
  isNumeric(text) && (text.split('.')[1] ?? '').length <= places

/** Letters of any script, with their combining marks. */
export const isAlpha = (text: string) => /^[\p{L}\p{M}]+$/u.test(text)

export const isAlphaNum = (text: string) => /^[\p{L}\p{M}\p{N}]+$/u.test(text)

export const isHex = (text: string) => /^(0x|#)?[\da-f]+$/i.test(text)

/** An absolute web address. */
export function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s/]/i.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return username === '' && password === '' && /^(\[[\da-f:.]+\]|[^.]+(\.[^.]+)+|localhost)$/i.test(hostname)
}

/** A day of the calendar as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}

export const isIpv4 = (text: string) => /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/.test(text)

/** URL parsing implements the whole grammar of IPv6 addresses. */
export const isIpv6 = (text: string) =>
  /^[\da-f:.]{2,45}$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`)

export const isIp = (text: string) => isIpv4(text) || isIpv6(text)

/** Six pairs of hexadecimal digits with one separator throughout: `00:1a:2B:3c:4d:5e`. */
export const isMac = (text: string) => /^[\da-f]{2}([:-]?)[\da-f]{2}(\1[\da-f]{2}){4}$/i.test(text)
