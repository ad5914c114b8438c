import { createHmac, timingSafeEqual } from 'node:crypto'

/** Maximum age of a signature, and maximum clock skew ahead. Security §17. */
const TOLERANCE_SECONDS = 300

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 over time and raw body, so that neither can be changed and a replay expires. */
export function signBody(secret: string, rawBody: string, seconds = nowInSeconds()): string {
  return `t=${seconds},v1=${macOf(secret, seconds, rawBody).toString('hex')}`
}

export type SignatureProblem = 'malformed' | 'too old' | 'wrong'

/**
 * Verifies the signature of a raw body with every active secret (two during a rotation), in constant time.
 * @returns the reason for a refusal, or undefined.
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
