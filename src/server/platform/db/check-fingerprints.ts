import { createHmac } from 'node:crypto'
import { type Config, ConfigError, type ConfigProblem } from '../config/config.ts'
import { purposeKey } from '../config/sign-for.ts'
import type { Db } from '../kernel/context.ts'
import { prepared } from './prepared.ts'

type Secrets = Pick<
  Config,
  | 'tokenSecret'
  | 'previousTokenSecrets'
  | 'passwordPepper'
  | 'previousPasswordPeppers'
  | 'databaseUrl'
  | 'dataDir'
>

/**
 * Compares this process's secrets with those that the database was set up with, by fingerprints that cannot be
 * reversed. The first process writes them; a secret whose predecessor is given as `*_PREVIOUS` replaces it. ADR 0037.
 *
 * @throws ConfigError when a secret differs: order links and passwords would silently stop working.
 */
export async function checkFingerprints(db: Db, config: Secrets): Promise<void> {
  const problems: ConfigProblem[] = []
  const secrets = [
    ['VITRINE_TOKEN_SECRET', config.tokenSecret, config.previousTokenSecrets],
    ['VITRINE_PASSWORD_PEPPER', config.passwordPepper, config.previousPasswordPeppers],
  ] as const
  for (const [variable, secret, previous = []] of secrets) {
    const fingerprint = fingerprintOf(variable, secret)
    const accepted = previous.map((one) => fingerprintOf(variable, one))
    const stored = await keep.first(db, variable, fingerprint, accepted)
    if (stored?.fingerprint !== fingerprint) problems.push({ variable, problem: problemOf(variable, config) })
  }
  if (problems.length > 0) throw new ConfigError(problems)
}

/**
 * After a loss of secrets, or a restore without them: the next start registers its own. Passwords must then be reset.
 */
export const forgetFingerprints = (db: Db) => db.deleteFrom('secret_fingerprints').execute()

const problemOf = (variable: string, { databaseUrl, dataDir }: Secrets) =>
  databaseUrl
    ? `is not the secret that this database was set up with. Set it as on the shop's other hosts; to replace it, set the old one as ${variable}_PREVIOUS. If the old one is lost: npm run vitrine -- accept-secrets`
    : `is not the secret that this database was set up with. Restore ${dataDir}/secrets.json from a backup; to replace it, set the old one as ${variable}_PREVIOUS. If the old one is lost: npm run vitrine -- accept-secrets`

const fingerprintOf = (variable: string, secret: string) =>
  createHmac('sha256', purposeKey(secret, 'fingerprint')).update(variable).digest('base64url')

/** Returns the fingerprint in force. The no-op update makes a concurrent first insert return its row. */
const keep = prepared<{ fingerprint: string }>(
  'keep secret fingerprint',
  `insert into secret_fingerprints as stored (name, fingerprint) values ($1::text, $2::text)
  on conflict (name) do update set
    fingerprint = case when stored.fingerprint = any($3::text[]) then excluded.fingerprint else stored.fingerprint end,
    updated_at = case when stored.fingerprint = any($3::text[]) then now() else stored.updated_at end
  returning fingerprint`,
)
