import { createHash } from 'node:crypto'
import type { Secrets } from '#server/platform/config/secrets.ts'

/** Description of a backup, its first entry. */
export type Manifest = {
  format: 'vitrine-backup'
  version: 1
  created_at: string
  /** The release that made it. */
  release: string
  /** The schema: applied migrations in their order. */
  migrations: { name: string; checksum: string }[]
  /** Tables and the columns whose values are included. */
  tables: { name: string; columns: string[] }[]
  /** Reveals whether a host has the secrets of the data, and nothing else about them. */
  secrets: Record<keyof Secrets, string>
}

/** Secrets have 32 random bytes, so a plain hash cannot be reversed. */
export const fingerprintsOf = ({ tokenSecret, passwordPepper }: Secrets): Manifest['secrets'] => ({
  tokenSecret: fingerprint('token', tokenSecret),
  passwordPepper: fingerprint('pepper', passwordPepper),
})

const fingerprint = (purpose: string, secret: string) =>
  createHash('sha256').update(`vitrine backup ${purpose}\0${secret}`).digest('hex')

/** Why a backup cannot be made or restored, with a message for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}
