import type { Config } from '../server/platform/config/config.ts'
import { checkFingerprints, forgetFingerprints } from '../server/platform/db/check-fingerprints.ts'
import { say } from './print.ts'
import { withShop } from './with-database.ts'

/**
 * `vitrine accept-secrets`: registers the secrets of this host in the database, after the former ones are lost. ADR
 * 0037.
 */
export const acceptSecrets = (_: string[], config: Config): Promise<number> =>
  withShop(
    config,
    async ({ db }) => {
      await forgetFingerprints(db)
      await checkFingerprints(db, config)
      say('The database now belongs to the secrets of this host.')
      say('Links in mails sent before no longer open, and customers log in by code or reset their passwords.')
      return 0
    },
    { acceptsOtherSecrets: true },
  )
