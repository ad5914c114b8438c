import {
  type AuthenticationResponseJSON,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Config } from '#server/platform/config/config.ts'
import { ownOriginsOf } from '#server/platform/kernel/csrf.ts'

/** The columns of a passkey that its authenticator determines. */
export type Credential = { credential_id: string; public_key: string; counter: number; transports: string[] }

type Owner = {
  /** `customer:7` */
  userId: string
  name: string
  displayName: string
  shopName: string
  /** The passkeys that the owner has. */
  known: readonly { id: string; transports: string[] }[]
}

/** What to ask an authenticator for, so that it makes a passkey that it can also find by itself. */
export const registrationOptions = (config: Config, { userId, name, displayName, shopName, known }: Owner) =>
  generateRegistrationOptions({
    rpName: shopName || 'Shop',
    rpID: relyingParty(config).rpID,
    userName: name,
    userDisplayName: displayName || name,
    userID: new TextEncoder().encode(userId),
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: transports as never })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })

/** @returns undefined when the response is not an answer to the challenge by an authenticator for this shop. */
export async function verifyRegistration(
  config: Config,
  response: Record<string, unknown>,
  expectedChallenge: string,
): Promise<Credential | undefined> {
  const { rpID, origins } = relyingParty(config)
  const made = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origins,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!made?.verified) return undefined
  const { id, publicKey, counter, transports = [] } = made.registrationInfo.credential
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: [...transports],
  }
}

/** @returns the authenticator's counter after this use; undefined when the signature is not valid. */
export async function verifyLogin(
  config: Config,
  passkey: Credential,
  response: Record<string, unknown>,
  expectedChallenge: string,
): Promise<number | undefined> {
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
      transports: passkey.transports as never,
    },
  }).catch(() => undefined)
  return checked?.verified ? checked.authenticationInfo.newCounter : undefined
}

/** The shop as authenticators identify it (WebAuthn relying party): its host name and the origins of its pages. */
export function relyingParty({ storeUrl }: Pick<Config, 'storeUrl'>) {
  return { rpID: new URL(storeUrl).hostname, origins: [...ownOriginsOf(storeUrl)] }
}
