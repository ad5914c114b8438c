import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Seconds that a code is shown; RFC 6238 and every authenticator app use the same. */
const STEP_SECONDS = 30
/** One step before and after, for clocks that differ. */
const TOLERANCE = 1
const SECRET_BYTES = 20

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret in base32, as authenticator apps take it. */
export const newTotpSecret = (): string => toBase32(randomBytes(SECRET_BYTES))

/** The address that apps read from a QR code. */
export const totpUri = (secret: string, { issuer, account }: { issuer: string; account: string }) =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${new URLSearchParams({ secret, issuer })}`

/**
 * The time step of a right code; undefined for a wrong one. The caller stores the step and refuses it, and earlier ones,
 * from then on: a code is accepted once. RFC 6238 §5.2.
 */
export function matchTotp(secret: string, code: string, now = Date.now()): number | undefined {
  const step = Math.floor(now / 1_000 / STEP_SECONDS)
  const key = fromBase32(secret)
  const candidates = Array.from({ length: 2 * TOLERANCE + 1 }, (_, at) => step - TOLERANCE + at)
  // All are compared, so that the time does not reveal which one matched.
  return candidates.filter((candidate) => isSame(codeAt(key, candidate), code)).at(-1)
}

/** The code that an app shows at a time. */
export const totpAt = (secret: string, now: number): string =>
  codeAt(fromBase32(secret), Math.floor(now / 1_000 / STEP_SECONDS))

function codeAt(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
