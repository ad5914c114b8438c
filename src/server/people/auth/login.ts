import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { requireLegacyMode } from './auth-mode.ts'
import { checkPassword, type Hashing, hashPassword } from './hash-password.ts'
import { knownDevice } from './known-device.ts'
import { noteAccess } from './note-access.ts'
import { requirePasswordAllowance } from './password-allowance.ts'
import { wrongCredentials } from './refusals.ts'
import { type LoginOptions, type SignedIn, signIn, signInTransaction } from './sign-in.ts'

export type Credentials = { email: string; password: string; remember_me: boolean }

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
  const customer = await customerByEmail.first(db, email)
  const device = knownDevice(config, visitor, customer)
  const returnAllowance = await requirePasswordAllowance(db, { of: 'login', email, ip: visitor.ip, device })

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
  await returnAllowance()
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
