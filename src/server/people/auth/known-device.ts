import { isSignedFor, type SigningSecrets, signFor } from '#server/platform/config/sign-for.ts'
import type { CookieToSet, Visitor } from '#server/platform/kernel/context.ts'
import { isToken, newToken } from '#server/platform/sessions/session-token.ts'

type Customer = { id: number; password_version: number }
type Staff = { id: number; password_hash: string | null }

/**
 * Creates the cookie of a browser in which this customer has logged in. Limits count such a browser
 * separately, so that attempts from elsewhere cannot lock the customer out; a new password invalidates the
 * cookie. Security §5.
 */
export const knownDeviceCookie = (secrets: SigningSecrets, owner: Customer): CookieToSet =>
  deviceCookie(secrets, 'known_device', textOf(owner))

/** The visitor's device id when this customer has logged in there; undefined otherwise. */
export const knownDevice = (
  secrets: SigningSecrets,
  { cookies }: Visitor,
  owner: Customer | undefined,
): string | undefined => owner && deviceIn(secrets, cookies.known_device, textOf(owner))

/** The same for a member of staff, in a cookie of its own. */
export const staffDeviceCookie = (secrets: SigningSecrets, staff: Staff): CookieToSet =>
  deviceCookie(secrets, 'staff_device', textOfStaff(staff))

export const knownStaffDevice = (
  secrets: SigningSecrets,
  { cookies }: Visitor,
  staff: Staff | undefined,
): string | undefined => staff && deviceIn(secrets, cookies.staff_device, textOfStaff(staff))

const textOf = ({ id, password_version }: Customer) => `known device:${id}:${password_version}`

const textOfStaff = ({ id, password_hash }: Staff) => `staff device:${id}:${password_hash ?? ''}`

function deviceCookie(secrets: SigningSecrets, name: string, text: string): CookieToSet {
  const device = newToken()
  return {
    name,
    value: `${device}.${signFor(secrets, 'known device', `${text}:${device}`)}`,
    maxAgeSeconds: 180 * 86_400,
    isHttpOnly: true,
    isHostOnly: true,
  }
}

function deviceIn(secrets: SigningSecrets, cookie: string | undefined, text: string): string | undefined {
  const [device, signature] = cookie?.split('.') ?? []
  if (!isToken(device) || !isToken(signature)) return undefined
  const isGenuine = isSignedFor(secrets, 'known device', { text: `${text}:${device}`, signature })
  return isGenuine ? device : undefined
}
