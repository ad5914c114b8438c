import { z } from 'zod'
import { cartRef, signedIn } from './auth.ts'
import { defineEndpoints } from './define-endpoints.ts'
import type { Routes } from './routes.ts'
import { Id, IdText, Text, Time } from './shapes.ts'

export const Passkey = z
  .object({ id: Id, name: z.string(), created_at: Time, last_used_at: Time.nullable() })
  .meta({ id: 'Passkey' })

/** Request and reply of the browser's authenticator: WebAuthn's own shapes, which its library validates. */
const WebAuthn = z.record(z.string(), z.unknown())

/** Not in the spec: ADR 0040. All are refused where `enable_passkey_auth` is off. */
export const passkeyEndpoints = defineEndpoints<Routes['passkeys']>()({
  list: {
    summary: 'The customer’s passkeys, oldest first',
    input: z.object({}),
    data: z.array(Passkey),
    access: 'customer',
  },
  registerOptions: {
    summary: 'What to ask an authenticator for to add a passkey',
    /** The password is required if the account has one. */
    input: z.object({ current_password: z.string().max(256).optional() }),
    data: WebAuthn,
    refusals: ['AUTH_MODE_OFF', 'PASSKEY_LIMIT'],
    access: 'customer',
  },
  register: {
    summary: 'Adds the passkey that the authenticator has made',
    input: z.object({ response: WebAuthn, name: Text(60).optional() }),
    data: z.array(Passkey),
    refusals: ['AUTH_MODE_OFF', 'PASSKEY_INVALID'],
    credentialRefusals: ['INVALID_CREDENTIALS'],
    access: 'customer',
  },
  remove: {
    summary: 'Forgets a passkey',
    input: z.object({ id: IdText }),
    data: z.array(Passkey),
    access: 'customer',
  },
  loginOptions: {
    summary: 'What to ask an authenticator for to log in; the same for everybody',
    input: z.object({}),
    data: WebAuthn,
    refusals: ['AUTH_MODE_OFF'],
  },
  login: {
    summary: 'Logs in by a passkey',
    input: z.object({ response: WebAuthn, ...cartRef }),
    data: z.object(signedIn),
    refusals: ['AUTH_MODE_OFF'],
    credentialRefusals: ['INVALID_CREDENTIALS'],
  },
})

export type Passkey = z.infer<typeof Passkey>
