import { createHmac, timingSafeEqual } from 'node:crypto'

/** How old, or how far ahead, a signature may be. Security §17. */
const TOLERANCE_SECONDS = 300

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 over time and raw body, so that neither can be changed and a copy gets old. */
export function signBody(secret: string, rawBody: string, seconds = nowInSeconds()): string {
  return `t=${seconds},v1=${macOf(secret, seconds, rawBody).toString('hex')}`
}

export type SignatureProblem = 'malformed' | 'too old' | 'wrong'

/**
 * Holds a signature against a raw body with every secret that is active (two while one is being replaced), in constant time.
 * @returns why it is not believed, or nothing.
 */
export function signatureProblem(
  secrets: readonly string[],
  rawBody: string,
  signature: string,
  now = nowInSeconds(),
): SignatureProblem | undefined {
  const [, time, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  if (!time || !hex) return 'malformed'
  const seconds = Number(time)
  const given = Buffer.from(hex, 'hex')
  const isOurs =
    secrets.filter((secret) => timingSafeEqual(macOf(secret, seconds, rawBody), given)).length > 0
  if (!isOurs) return 'wrong'
  return Math.abs(now - seconds) > TOLERANCE_SECONDS ? 'too old' : undefined
}

const macOf = (secret: string, seconds: number, rawBody: string) =>
  createHmac('sha256', secret).update(`${seconds}.${rawBody}`).digest()

const nowInSeconds = () => Math.floor(Date.now() / 1_000)
