import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { purposeKey, type SigningPurpose, type SigningSecrets } from './sign-for.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with the purpose's own key, base64url: for secrets that the database must not reveal by itself. */
export function encryptFor({ tokenSecret }: SigningSecrets, purpose: SigningPurpose, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', purposeKey(tokenSecret, purpose), iv)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** The text again, also from a previous secret; undefined when no known secret fits. */
export function decryptFor(
  { tokenSecret, previousTokenSecrets = [] }: SigningSecrets,
  purpose: SigningPurpose,
  encrypted: string,
): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url')
  for (const secret of [tokenSecret, ...previousTokenSecrets]) {
    try {
      const decipher = createDecipheriv(
        'aes-256-gcm',
        purposeKey(secret, purpose),
        bytes.subarray(0, IV_BYTES),
      )
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      // Encrypted with another secret.
    }
  }
  return undefined
}
