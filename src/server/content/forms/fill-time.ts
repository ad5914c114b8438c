import { isSignedFor, type SigningSecrets, signFor } from '#server/platform/config/sign-for.ts'

/** No person fills in a form faster. */
const MIN_FILL_MS = 2_000

/** Characters of the signature, 132 bits: each page for everyone contains one. */
const SIGNATURE_LENGTH = 22

/** As long as a page for everyone is cached, which is then that old for some of its visitors. */
const CACHED_MS = 600_000

/** The time of a form: now, and on pages for everyone the beginning of ten minutes, so that a page made again is the same. */
export const shownSince = ({ isForEveryone }: { isForEveryone: boolean }, now = Date.now()) =>
  isForEveryone ? now - (now % CACHED_MS) : now

/** The signed time at which a form was shown: `1795346700000.signature`. */
export const startToken = (secrets: SigningSecrets, now = Date.now()) =>
  `${now}.${signFor(secrets, 'form start', String(now)).slice(0, SIGNATURE_LENGTH)}`

/** `unknown`: no valid token; `too-fast`: filled in within two seconds. */
export function fillTimeOf(
  secrets: SigningSecrets,
  token: string | undefined,
  now = Date.now(),
): 'ok' | 'too-fast' | 'unknown' {
  const [text = '', signature = ''] = token?.split('.') ?? []
  if (!isSignedFor(secrets, 'form start', { text, signature, length: SIGNATURE_LENGTH })) return 'unknown'
  return now - Number(text) < MIN_FILL_MS ? 'too-fast' : 'ok'
}
