import type { Secrets } from '#server/platform/config/secrets.ts'
import { BackupError, fingerprintsOf, type Manifest } from './manifest.ts'

export type SecretsSituation = {
  manifest: Pick<Manifest, 'secrets'>
  /** The backup's secrets, when it was made with `--with-secrets`. */
  archived: Secrets | undefined
  /** The secrets that this host runs with. */
  configured: Secrets
  /** Whether `configured` comes from `secrets.json` in the data folder instead of the environment. */
  isFromDataFolder: boolean
  /** Whether the operator accepts secrets other than the shop's. */
  acceptsNewSecrets: boolean
}

/**
 * Which secrets a restored shop runs with: `keep` those of this host, or `write` those of the backup. Passwords and
 * links depend on the shop's own, so a restore requires them unless the operator accepts new ones. ADR 0013.
 *
 * @throws BackupError with what to do.
 */
export function chooseSecrets(situation: SecretsSituation): 'keep' | 'write' {
  const { manifest, archived, configured, isFromDataFolder, acceptsNewSecrets } = situation
  const own = fingerprintsOf(configured)
  if (
    own.tokenSecret === manifest.secrets.tokenSecret &&
    own.passwordPepper === manifest.secrets.passwordPepper
  )
    return 'keep'
  if (archived && isFromDataFolder) return 'write'
  if (acceptsNewSecrets) return 'keep'
  const ways = isFromDataFolder
    ? 'Put the secrets.json of the shop into the data folder'
    : 'Set VITRINE_TOKEN_SECRET and VITRINE_PASSWORD_PEPPER to those of the shop'
  throw new BackupError(
    `This host has other secrets than the shop that was backed up: customers could not log in with their passwords. ${ways}, or add --new-secrets: customers then set new passwords, and links in mails stop working.`,
  )
}
