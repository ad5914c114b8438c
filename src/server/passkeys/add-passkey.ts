import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { describeDevice } from '../account/describe-device.ts'
import { requirePasskeyMode } from '../auth/auth-mode.ts'
import { checkPassword } from '../auth/hash-password.ts'
import { notifyChange } from '../auth/notify-change.ts'
import type { CallContext, CookieToSet } from '../http/context.ts'
import { invalid, rejected, signInFirst } from '../http/errors.ts'
import { requireToken } from '../http/rate-limit.ts'
import { rememberedMailLook } from '../notify/mail-look.ts'
import { rememberedSettings } from '../settings/read-settings.ts'
import { keepChallenge, takeChallenge } from './passkey-challenge.ts'
import { relyingParty } from './relying-party.ts'

const MOST = 10

/**
 * What to ask the browser's authenticator for. A new way into an account needs its password, where it has one: a session alone
 * may be a borrowed one. ADR 0013.
 *
 * @throws 409 AUTH_MODE_OFF or PASSKEY_LIMIT, 422 at current_password, 429.
 */
export async function passkeyRequest(call: CallContext, customerId: number, password: string | undefined) {
  const { db, config } = call
  const settings = await rememberedSettings(call)
  requirePasskeyMode(settings)
  const customer = await db
    .selectFrom('customers')
    .select(['id', 'first_name', 'email', 'phone', 'password_hash'])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!customer) throw signInFirst()
  await requirePassword(call, customer, password)
  const known = await db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('customer_id', '=', customerId)
    .execute()
  if (known.length >= MOST) throw rejected('PASSKEY_LIMIT', `An account has ${MOST} passkeys at most`)
  const name = customer.email ?? customer.phone ?? `Customer ${customerId}`
  const options = await generateRegistrationOptions({
    rpName: settings.store_name || 'Shop',
    rpID: relyingParty(config).rpID,
    userName: name,
    userDisplayName: customer.first_name || name,
    userID: new TextEncoder().encode(`customer:${customerId}`),
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const cookie: CookieToSet = await keepChallenge(call, `register:${customerId}`, options.challenge)
  return { options, cookie }
}

type Owner = { id: number; password_hash: string | null }

async function requirePassword(
  { db, config }: CallContext,
  { id, password_hash }: Owner,
  password: string | undefined,
) {
  if (password_hash === null) return
  if (!password) throw invalid({ current_password: ['This field is required'] })
  await requireToken(db, `passkey password ${id}`, { most: 10, seconds: 900 })
  const { isRight } = await checkPassword(password, password_hash, config)
  if (!isRight) throw invalid({ current_password: ['The password is incorrect'] })
}

/**
 * Adds the passkey that the authenticator has made, and tells the owner by mail.
 * @throws 401 without a challenge, 409 AUTH_MODE_OFF or PASSKEY_INVALID
 */
export async function addPasskey(
  call: CallContext,
  customerId: number,
  { response, name }: { response: Record<string, unknown>; name: string | undefined },
): Promise<void> {
  const { db, config, visitor } = call
  requirePasskeyMode(await rememberedSettings(call))
  const look = await rememberedMailLook(call)
  const expectedChallenge = await takeChallenge(call, `register:${customerId}`)
  const { rpID, origins } = relyingParty(config)
  const made = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origins,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!made?.verified) throw refused()
  const { id, publicKey, counter, transports = [] } = made.registrationInfo.credential
  await db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('passkeys')
      .values({
        customer_id: customerId,
        credential_id: id,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports,
        name: name || describeDevice(visitor.userAgent),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst()
    if (!added.numInsertedOrUpdatedRows) throw refused()
    const owner = await tx
      .selectFrom('customers')
      .select('email')
      .where('id', '=', customerId)
      .executeTakeFirst()
    await notifyChange(tx, owner?.email ?? null, 'passkey_added', look)
  })
}

const refused = () => rejected('PASSKEY_INVALID', 'This passkey could not be added. Please try again')
