import type { Db } from '#server/platform/kernel/context.ts'
import { addressKey, type Limit, requireTokens } from '#server/platform/limits/rate-limit.ts'

export type PasswordAttempt = {
  /** Whose passwords: accounts of different kinds are counted apart. */
  of: 'login' | 'staff login'
  email: string
  ip: string
  /** The browser, when the account's owner has signed in there. */
  device: string | undefined
}

const minute = 60
const limits = {
  device: { most: 10, seconds: 15 * minute },
  accountAndAddress: { most: 10, seconds: 15 * minute },
  address: { most: 50, seconds: 15 * minute },
  account: { most: 100, seconds: 60 * minute },
} satisfies Record<string, Limit>

/**
 * Counts an attempt to sign in by password. A known device counts by itself, so that attempts from elsewhere, and from the
 * same address, cannot lock the owner out. Security §10.
 *
 * @returns what takes the attempt back: only failed ones count, because many people may share one address.
 * @throws 429 RATE_LIMITED with the time to wait.
 */
export async function requirePasswordAllowance(
  db: Db,
  attempt: PasswordAttempt,
): Promise<() => Promise<void>> {
  return requireTokens(db, bucketsOf(attempt))
}

function bucketsOf({ of, email, ip, device }: PasswordAttempt): [bucket: string, limit: Limit][] {
  if (device !== undefined) return [[`${of} device ${email} ${device}`, limits.device]]
  const address = addressKey(ip)
  return [
    [`${of} ip ${address}`, limits.address],
    [`${of} account ip ${email} ${address}`, limits.accountAndAddress],
    [`${of} account ${email}`, limits.account],
  ]
}
