import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config/config.ts'
import type { CookieToSet, Visitor } from '../http/context.ts'
import { isToken, newToken } from '../http/session-token.ts'

type Owner = { id: number; password_version: number }

/**
 * The cookie of a browser in which this customer has logged in. Limits count such a browser by itself, so that nobody locks
 * the customer out by trying from elsewhere. A new password makes all browsers unknown. Security §5.
 */
export function knownDeviceCookie({ tokenSecret }: Pick<Config, 'tokenSecret'>, owner: Owner): CookieToSet {
  const device = newToken()
  return {
    name: 'known_device',
    value: `${device}.${signatureOf(tokenSecret, owner, device)}`,
    maxAgeSeconds: 180 * 86_400,
    isHttpOnly: true,
    isHostOnly: true,
  }
}

/** The visitor's browser, when this customer has logged in there; undefined otherwise. */
export function knownDevice(
  { tokenSecret }: Pick<Config, 'tokenSecret'>,
  { cookies }: Visitor,
  owner: Owner | undefined,
): string | undefined {
  const [device, signature] = cookies.known_device?.split('.') ?? []
  if (!owner || !isToken(device) || !isToken(signature)) return undefined
  const expected = signatureOf(tokenSecret, owner, device)
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? device : undefined
}

const signatureOf = (secret: string, { id, password_version }: Owner, device: string) =>
  createHmac('sha256', secret).update(`known device:${id}:${password_version}:${device}`).digest('base64url')
