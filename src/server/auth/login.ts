import { prepared } from '../db/prepared.ts'
import type { Db } from '../kernel/context.ts'
import { addressKey, type Limit, requireToken, returnToken } from '../limits/rate-limit.ts'
import { requireLegacyMode } from './auth-mode.ts'
import { checkPassword, type Hashing, hashPassword } from './hash-password.ts'
import { knownDevice } from './known-device.ts'
import { noteAccess } from './note-access.ts'
import { wrongCredentials } from './refusals.ts'
import { type LoginOptions, type SignedIn, signIn, signInTransaction } from './sign-in.ts'

export type Credentials = { email: string; password: string; remember_me: boolean }

const minute = 60
const limitsOf = {
  accountAndAddress: { most: 10, seconds: 15 * minute },
  address: { most: 50, seconds: 15 * minute },
  account: { most: 100, seconds: 60 * minute },
} satisfies Record<string, Limit>

/**
 * Logs in by email and password. An unknown address gets the same message after the same work as a wrong
 * password. Spec §4 (login), security §4, §10.
 *
 * @throws 401 INVALID_CREDENTIALS, 409 AUTH_MODE_OFF, 429, 503.
 */
export async function login(db: Db, credentials: Credentials, options: LoginOptions): Promise<SignedIn> {
  const { config, settings, visitor, cart } = options
  const { email, password, remember_me: isRemembered } = credentials
  requireLegacyMode(settings)
  const buckets = await requireAllowance(db, email, visitor.ip)
  const customer = await customerByEmail.first(db, email)
  if (!knownDevice(config, visitor, customer))
    await requireToken(db, `login account ${email}`, limitsOf.account)

  const { isRight, isOutdated } = await checkPassword(password, customer?.password_hash ?? null, config)
  if (!customer || !isRight) {
    await noteAccess(db, visitor, {
      event: 'login_failed',
      method: 'password',
      customerId: customer?.id ?? null,
      sessionId: undefined,
    })
    throw wrongCredentials()
  }
  // Only failed attempts count against the limit, because many people may share one address.
  for (const bucket of buckets) await returnToken(db, bucket)
  if (isOutdated) await rehash(db, customer, password, config)
  return signInTransaction(db, async (tx) => {
    const signedIn = await signIn(tx, options, {
      customerId: customer.id,
      method: 'password',
      isRemembered,
      cart,
    })
    // The password changed during the comparison.
    if (signedIn.customer.password_version !== customer.password_version) throw wrongCredentials()
    return signedIn
  })
}

async function requireAllowance(db: Db, email: string, ip: string): Promise<string[]> {
  const address = addressKey(ip)
  const ofAddress = `login ip ${address}`
  const ofBoth = `login account ip ${email} ${address}`
  await requireToken(db, ofBoth, limitsOf.accountAndAddress)
  await requireToken(db, ofAddress, limitsOf.address)
  return [ofAddress, ofBoth]
}

/** Rehashes with current parameters; only at login is the password known. */
async function rehash(db: Db, { id, password_hash }: CustomerRow, password: string, hashing: Hashing) {
  await db
    .updateTable('customers')
    .set({ password_hash: await hashPassword(password, hashing) })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute()
}

type CustomerRow = { id: number; password_hash: string | null; password_version: number }

const customerByEmail = prepared<CustomerRow>(
  'customer by email',
  'select id, password_hash, password_version from customers where email = $1',
)
