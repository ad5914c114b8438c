import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Secrets = { tokenSecret: string; passwordPepper: string }

const MIN_BYTES = 32
const wellKnown = /^(secret|changeme|password|default|example|test)/i

/** Why a given secret cannot be used, or nothing. Never shows it. */
export function secretProblem(secret: string | undefined): string | undefined {
  if (secret === undefined) return undefined
  if (Buffer.byteLength(secret) < MIN_BYTES) return `must have at least ${MIN_BYTES} bytes`
  if (wellKnown.test(secret) || new Set(secret).size < 8) return 'must be random, not a word or a pattern'
  return undefined
}

/** The secrets that were given, else those in the data folder, else new ones, written there for the owner's eyes only. */
export function readSecrets(
  dataDir: string,
  given: Partial<Record<keyof Secrets, string | undefined>>,
): Secrets {
  if (given.tokenSecret && given.passwordPepper)
    return { tokenSecret: given.tokenSecret, passwordPepper: given.passwordPepper }
  const kept = keptSecrets(dataDir)
  return {
    tokenSecret: given.tokenSecret ?? kept.tokenSecret,
    passwordPepper: given.passwordPepper ?? kept.passwordPepper,
  }
}

function keptSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  try {
    const secrets = JSON.parse(readFileSync(file, 'utf8')) as Secrets
    if (secrets.tokenSecret && secrets.passwordPepper) return secrets
    throw new Error(`${file} is not complete. Restore it from a backup: orders' links are signed with it.`)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
  const secrets = {
    tokenSecret: randomBytes(32).toString('base64url'),
    passwordPepper: randomBytes(32).toString('base64url'),
  }
  mkdirSync(dataDir, { recursive: true })
  // Whole or not at all: a crash must not leave half a secret.
  const draft = `${file}.${process.pid}.new`
  writeFileSync(draft, JSON.stringify(secrets), { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, file)
  return secrets
}
