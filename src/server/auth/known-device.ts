import { isSignedFor, type SigningSecrets, signFor } from '../config/sign-for.ts'
import type { CookieToSet, Visitor } from '../kernel/context.ts'
import { isToken, newToken } from '../sessions/session-token.ts'

type Owner = { id: number; password_version: number }

/**
 * Creates the cookie of a browser in which this customer has logged in. Limits count such a browser
 * separately, so that attempts from elsewhere cannot lock the customer out; a new password invalidates the
 * cookie. Security §5.
 */
export function knownDeviceCookie(secrets: SigningSecrets, owner: Owner): CookieToSet {
  const device = newToken()
  return {
    name: 'known_device',
    value: `${device}.${signFor(secrets, 'known device', textOf(owner, device))}`,
    maxAgeSeconds: 180 * 86_400,
    isHttpOnly: true,
    isHostOnly: true,
  }
}

/** The visitor's device id when this customer has logged in there; undefined otherwise. */
export function knownDevice(
  secrets: SigningSecrets,
  { cookies }: Visitor,
  owner: Owner | undefined,
): string | undefined {
  const [device, signature] = cookies.known_device?.split('.') ?? []
  if (!owner || !isToken(device) || !isToken(signature)) return undefined
  const isGenuine = isSignedFor(secrets, 'known device', { text: textOf(owner, device), signature })
  return isGenuine ? device : undefined
}

const textOf = ({ id, password_version }: Owner, device: string) =>
  `known device:${id}:${password_version}:${device}`
