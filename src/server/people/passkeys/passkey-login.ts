import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { Settings } from '#contract/storefront.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { addressKey, requireToken } from '#server/platform/limits/rate-limit.ts'
import { requirePasskeyMode } from '../auth/auth-mode.ts'
import { noteAccess } from '../auth/note-access.ts'
import { type LoginOptions, type SignedIn, signIn, signInTransaction } from '../auth/sign-in.ts'
import { relyingParty, verifyLogin } from './ceremony.ts'
import { consumePasskeyChallenge, storePasskeyChallenge } from './passkey-challenge.ts'
import { wrongPasskey } from './refusals.ts'

/**
 * Creates the login options for an authenticator. They name no account: the authenticator offers its passkeys
 * for this shop.
 * @throws 409 AUTH_MODE_OFF, 429.
 */
export async function passkeyLoginRequest(
  db: Db,
  { config, settings, ip }: { config: Config; settings: Settings; ip: string },
) {
  requirePasskeyMode(settings)
  await requireToken(db, `passkey ask ip ${addressKey(ip)}`, { most: 120, seconds: 900 })
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(config).rpID,
    userVerification: 'required',
  })
  return { options, cookie: await storePasskeyChallenge(db, 'login', options.challenge) }
}

/**
 * Logs in by an authenticator's signature. ADR 0040.
 * @throws 401 INVALID_CREDENTIALS for any failed check, 409 AUTH_MODE_OFF, 429.
 */
export async function passkeyLogin(
  db: Db,
  response: Record<string, unknown>,
  options: LoginOptions,
): Promise<SignedIn> {
  const { config, settings, visitor, cart } = options
  requirePasskeyMode(settings)
  await requireToken(db, `passkey login ip ${addressKey(visitor.ip)}`, { most: 50, seconds: 900 })
  const expectedChallenge = await consumePasskeyChallenge(db, visitor.cookies.passkey, 'login')
  const passkey = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', typeof response.id === 'string' ? response.id : '')
    .executeTakeFirst()
  if (!passkey) throw wrongPasskey()
  const counter = await verifyLogin(config, passkey, response, expectedChallenge)
  if (counter === undefined) {
    await noteAccess(db, visitor, {
      event: 'login_failed',
      method: 'passkey',
      customerId: passkey.customer_id,
      sessionId: undefined,
    })
    throw wrongPasskey()
  }
  return signInTransaction(db, async (tx) => {
    const used = await tx
      .updateTable('passkeys')
      .set({ counter, last_used_at: new Date() })
      .where('id', '=', passkey.id)
      .executeTakeFirst()
    // The passkey was removed during the login.
    if (used.numUpdatedRows === 0n) throw wrongPasskey()
    return signIn(tx, options, {
      customerId: passkey.customer_id,
      method: 'passkey',
      isRemembered: true,
      cart,
    })
  })
}
