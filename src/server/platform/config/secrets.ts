import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConfigProblem } from './config.ts'

export type Secrets = { tokenSecret: string; passwordPepper: string }

const MIN_BYTES = 32
const wellKnown = /^(secret|changeme|password|default|example|test)/i

/** Why a given secret cannot be used, undefined when it can. Never contains the secret. */
export function secretProblem(secret: string | undefined): string | undefined {
  if (secret === undefined) return undefined
  if (Buffer.byteLength(secret) < MIN_BYTES) return `must have at least ${MIN_BYTES} bytes`
  if (wellKnown.test(secret) || new Set(secret).size < 8) return 'must be random, not a word or a pattern'
  return undefined
}

/** Secrets that are accepted besides the current one, as a comma-separated list. */
export const previousSecrets = (list: string | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')

/**
 * Several hosts may share an external database, and generated secrets would differ: links and passwords of one host
 * would not work on the next. So secrets must be set and are never generated. ADR 0037.
 */
export function requireSecrets(
  given: Partial<Record<keyof Secrets, string | undefined>>,
  { dataDir, problems }: { dataDir: string; problems: ConfigProblem[] },
) {
  const file = join(dataDir, 'secrets.json')
  const how = existsSync(file)
    ? `Copy it from ${file}, where this host has kept it so far.`
    : 'Make one with: openssl rand -base64 32'
  for (const [variable, secret] of [
    ['VITRINE_TOKEN_SECRET', given.tokenSecret],
    ['VITRINE_PASSWORD_PEPPER', given.passwordPepper],
  ] as const)
    if (!secret)
      problems.push({
        variable,
        problem: `must be set (or ${variable}_FILE) when DATABASE_URL is, and be the same on every host. ${how}`,
      })
}

/** The given secrets, else those in the data folder, else new ones, written there readable by the owner only. */
export function readSecrets(
  dataDir: string,
  given: Partial<Record<keyof Secrets, string | undefined>>,
): Secrets {
  if (given.tokenSecret && given.passwordPepper)
    return { tokenSecret: given.tokenSecret, passwordPepper: given.passwordPepper }
  const stored = storedSecrets(dataDir)
  return {
    tokenSecret: given.tokenSecret ?? stored.tokenSecret,
    passwordPepper: given.passwordPepper ?? stored.passwordPepper,
  }
}

function storedSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  try {
    const secrets: Partial<Secrets> = JSON.parse(readFileSync(file, 'utf8'))
    const { tokenSecret, passwordPepper } = secrets
    if (tokenSecret && passwordPepper) return { tokenSecret, passwordPepper }
    throw new Error(`${file} is not complete. Restore it from a backup: orders' links are signed with it.`)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const secrets = {
    tokenSecret: randomBytes(32).toString('base64url'),
    passwordPepper: randomBytes(32).toString('base64url'),
  }
  mkdirSync(dataDir, { recursive: true })
  // Written atomically: a crash must not leave half a secret.
  const draft = `${file}.${process.pid}.new`
  writeFileSync(draft, JSON.stringify(secrets), { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, file)
  return secrets
}
