import { prepared } from '../db/prepared.ts'
import type { CallContext, CartOwner, Db } from '../http/context.ts'
import { ShopError } from '../http/errors.ts'
import { addressKey, type Limit, requireToken, returnToken } from '../http/rate-limit.ts'
import { rememberedSettings } from '../settings/read-settings.ts'
import { requireLegacyMode } from './auth-mode.ts'
import { checkPassword, hashPassword } from './hash-password.ts'
import { knownDevice } from './known-device.ts'
import { noteAccess } from './note-access.ts'
import { inSignIn, type SignedIn, signIn } from './sign-in.ts'

export type Credentials = { email: string; password: string; remember_me: boolean }

const minute = 60
const limitsOf = {
  accountAndAddress: { most: 10, seconds: 15 * minute },
  address: { most: 50, seconds: 15 * minute },
  account: { most: 100, seconds: 60 * minute },
} satisfies Record<string, Limit>

/**
 * Logs in by e-mail and password. An unknown address is refused in the same words and after the same work as a wrong password.
 * Spec §4 (login), security §4, §10.
 *
 * @throws 401 INVALID_CREDENTIALS, 409 AUTH_MODE_OFF, 429, 503.
 */
export async function login(call: CallContext, credentials: Credentials, cart: CartOwner): Promise<SignedIn> {
  const { db, config, visitor } = call
  const { email, password, remember_me: isRemembered } = credentials
  requireLegacyMode(await rememberedSettings(call))
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
  // only wrong tries are limited: many people may share one address
  for (const bucket of buckets) await returnToken(db, bucket)
  if (isOutdated) await rehash(call, customer, password)
  return inSignIn(db, async (tx) => {
    const signedIn = await signIn(tx, call, {
      customerId: customer.id,
      method: 'password',
      isRemembered,
      cart,
    })
    // changed while it was compared
    if (signedIn.customer.password_version !== customer.password_version) throw wrongCredentials()
    return signedIn
  })
}

const wrongCredentials = () => new ShopError(401, 'INVALID_CREDENTIALS', 'Email or password is incorrect')

async function requireAllowance(db: Db, email: string, ip: string): Promise<string[]> {
  const address = addressKey(ip)
  const ofAddress = `login ip ${address}`
  const ofBoth = `login account ip ${email} ${address}`
  await requireToken(db, ofBoth, limitsOf.accountAndAddress)
  await requireToken(db, ofAddress, limitsOf.address)
  return [ofAddress, ofBoth]
}

/** The password is at hand only now: it is kept the way that new ones are. */
async function rehash({ db, config }: CallContext, { id, password_hash }: CustomerRow, password: string) {
  await db
    .updateTable('customers')
    .set({ password_hash: await hashPassword(password, config) })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute()
}

type CustomerRow = { id: number; password_hash: string | null; password_version: number }

const customerByEmail = prepared<CustomerRow>(
  'customer by email',
  'select id, password_hash, password_version from customers where email = $1',
)
