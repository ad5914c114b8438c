import type { Settings } from '#contract/storefront.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { CookieToSet, Db, Visitor } from '#server/platform/kernel/context.ts'
import { invalid, signInFirst } from '#server/platform/kernel/errors.ts'
import { requireToken } from '#server/platform/limits/rate-limit.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { requirePasskeyMode } from '../auth/auth-mode.ts'
import { checkPassword, type Hashing } from '../auth/hash-password.ts'
import { notifyChange } from '../auth/notify-change.ts'
import { describeDevice } from '../customers/describe-device.ts'
import { registrationOptions, verifyRegistration } from './ceremony.ts'
import { consumePasskeyChallenge, storePasskeyChallenge } from './passkey-challenge.ts'
import { invalidPasskey, tooManyPasskeys } from './refusals.ts'

const MAX_PASSKEYS = 10

/**
 * Creates the registration options for the browser's authenticator. It asks for the account's password, if
 * any, because a session alone may be stolen. ADR 0040.
 *
 * @throws 409 AUTH_MODE_OFF or PASSKEY_LIMIT, 422 at current_password, 429.
 */
export async function passkeyRequest(
  db: Db,
  customerId: number,
  password: string | undefined,
  { config, settings }: { config: Config; settings: Settings },
) {
  requirePasskeyMode(settings)
  const customer = await db
    .selectFrom('customers')
    .select(['id', 'first_name', 'email', 'phone', 'password_hash'])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!customer) throw signInFirst()
  await requirePassword(db, customer, password, config)
  const known = await db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('customer_id', '=', customerId)
    .execute()
  if (known.length >= MAX_PASSKEYS) throw tooManyPasskeys(MAX_PASSKEYS)
  const name = customer.email ?? customer.phone ?? `Customer ${customerId}`
  const options = await registrationOptions(config, {
    userId: `customer:${customerId}`,
    name,
    displayName: customer.first_name,
    shopName: settings.store_name,
    known,
  })
  const cookie: CookieToSet = await storePasskeyChallenge(db, `register:${customerId}`, options.challenge)
  return { options, cookie }
}

type Owner = { id: number; password_hash: string | null }

async function requirePassword(
  db: Db,
  { id, password_hash }: Owner,
  password: string | undefined,
  hashing: Hashing,
) {
  if (password_hash === null) return
  if (!password) throw invalid({ current_password: ['This field is required'] })
  await requireToken(db, `passkey password ${id}`, { most: 10, seconds: 900 })
  const { isRight } = await checkPassword(password, password_hash, hashing)
  if (!isRight) throw invalid({ current_password: ['The password is incorrect'] })
}

/**
 * Adds the passkey the authenticator created and notifies the owner by mail.
 * @throws 401 without a challenge, 409 AUTH_MODE_OFF or PASSKEY_INVALID
 */
export async function addPasskey(
  db: Db,
  customerId: number,
  { response, name }: { response: Record<string, unknown>; name: string | undefined },
  {
    config,
    settings,
    visitor,
    look,
  }: { config: Config; settings: Settings; visitor: Visitor; look: MailLook },
): Promise<void> {
  requirePasskeyMode(settings)
  const expectedChallenge = await consumePasskeyChallenge(
    db,
    visitor.cookies.passkey,
    `register:${customerId}`,
  )
  const credential = await verifyRegistration(config, response, expectedChallenge)
  if (!credential) throw invalidPasskey()
  await db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('passkeys')
      .values({
        customer_id: customerId,
        ...credential,
        name: name || describeDevice(visitor.userAgent),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst()
    if (!added.numInsertedOrUpdatedRows) throw invalidPasskey()
    const owner = await tx
      .selectFrom('customers')
      .select('email')
      .where('id', '=', customerId)
      .executeTakeFirst()
    await notifyChange(tx, owner?.email ?? null, 'passkey_added', look)
  })
}
