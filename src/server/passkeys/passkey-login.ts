import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import { requirePasskeyMode } from '../auth/auth-mode.ts'
import { noteAccess } from '../auth/note-access.ts'
import { inSignIn, type SignedIn, signIn } from '../auth/sign-in.ts'
import type { CallContext, CartOwner } from '../http/context.ts'
import { addressKey, requireToken } from '../http/rate-limit.ts'
import { rememberedSettings } from '../settings/read-settings.ts'
import { keepChallenge, takeChallenge, wrongPasskey } from './passkey-challenge.ts'
import { relyingParty } from './relying-party.ts'

/**
 * What to ask an authenticator for. It names no account: the authenticator offers what it has for this shop.
 * @throws 409 AUTH_MODE_OFF, 429.
 */
export async function passkeyLoginRequest(call: CallContext) {
  requirePasskeyMode(await rememberedSettings(call))
  await requireToken(call.db, `passkey ask ip ${addressKey(call.visitor.ip)}`, { most: 120, seconds: 900 })
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(call.config).rpID,
    userVerification: 'required',
  })
  return { options, cookie: await keepChallenge(call, 'login', options.challenge) }
}

/**
 * Logs in by what an authenticator has signed. ADR 0013.
 * @throws 401 INVALID_CREDENTIALS for anything that is not right, 409 AUTH_MODE_OFF, 429.
 */
export async function passkeyLogin(
  call: CallContext,
  response: Record<string, unknown>,
  cart: CartOwner,
): Promise<SignedIn> {
  const { db, config, visitor } = call
  requirePasskeyMode(await rememberedSettings(call))
  await requireToken(db, `passkey login ip ${addressKey(visitor.ip)}`, { most: 50, seconds: 900 })
  const expectedChallenge = await takeChallenge(call, 'login')
  const passkey = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', typeof response.id === 'string' ? response.id : '')
    .executeTakeFirst()
  if (!passkey) throw wrongPasskey()
  const { rpID, origins } = relyingParty(config)
  const checked = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: origins,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
      transports: passkey.transports,
    },
  }).catch(() => undefined)
  if (!checked?.verified) {
    await noteAccess(db, visitor, {
      event: 'login_failed',
      method: 'passkey',
      customerId: passkey.customer_id,
      sessionId: undefined,
    })
    throw wrongPasskey()
  }
  return inSignIn(db, async (tx) => {
    const used = await tx
      .updateTable('passkeys')
      .set({ counter: checked.authenticationInfo.newCounter, last_used_at: new Date() })
      .where('id', '=', passkey.id)
      .executeTakeFirst()
    // forgotten at this very moment
    if (used.numUpdatedRows === 0n) throw wrongPasskey()
    return signIn(tx, call, {
      customerId: passkey.customer_id,
      method: 'passkey',
      isRemembered: true,
      cart,
    })
  })
}
