import { z } from 'zod'
import { defineEndpoints } from '../define-endpoints.ts'
import { EmailText, Id, IdText, Text, Time } from '../shapes.ts'
import { staffPasswordMinLength } from './agreed-values.ts'
import { permissions } from './permissions.ts'
import type { AdminRoutes } from './routes.ts'

/** The signed-in member of staff, as the back office shows them. */
export const StaffSession = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  role: z.string(),
  permissions: z.array(z.enum(permissions)),
  /** `module_name` of the active plugins: the back office shows their screens. */
  plugins: z.array(z.string()),
  has_password: z.boolean(),
  has_totp: z.boolean(),
  has_passkey: z.boolean(),
  /** An owner without a second factor: nothing else is allowed before one is set up. */
  must_enroll: z.boolean(),
  /** Until when an owner has time for that. */
  enroll_by: Time.nullable(),
  shop: z.object({
    name: z.string(),
    locale: z.string(),
    time_zone: z.string(),
    /** Of the default channel. */
    currency: z.string(),
    /** The default one first. */
    channels: z.array(z.object({ id: Id, code: z.string(), name: z.string(), currency: z.string() })),
    /** Of the shop's data, with the names of their states. */
    countries: z.array(z.object({ code: z.string(), name: z.string(), states: z.array(z.string()) })),
    /** The file of its logo, below `/media/`. */
    logo: z.string().nullable(),
    /** What packing slips show. */
    slips: z.object({
      show_logo: z.boolean(),
      accent: z.string().nullable(),
      slip_text: z.string(),
      slip_phone: z.boolean(),
      slip_sku: z.boolean(),
    }),
    /** Kinds of messages that the demo shows in its outbox and never delivers. */
    shown_only: z.array(z.enum(['mail', 'sms'])),
    /** The demo courier moves orders every so many minutes; 0: there is none. */
    demo_courier_minutes: z.int(),
    /** Staff have not switched it off. */
    is_demo_courier_on: z.boolean(),
  }),
})
export type StaffSession = z.infer<typeof StaffSession>

export const StaffPasskey = z.object({
  id: Id,
  name: z.string(),
  created_at: Time,
  last_used_at: Time.nullable(),
})
export type StaffPasskey = z.infer<typeof StaffPasskey>

/** Request and reply of the browser's authenticator: WebAuthn's own shapes, which its library validates. */
const WebAuthn = z.record(z.string(), z.unknown())
const Passkeys = z.object({ passkeys: z.array(StaffPasskey) })

const Password = z.string().min(1).max(200)
const Code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'Please enter the six digits of your authenticator app')

export const adminSessionEndpoints = defineEndpoints<AdminRoutes['adminSession']>()({
  get: {
    summary: 'The signed-in member of staff',
    input: z.object({}),
    data: StaffSession,
    access: 'staff',
    whileLocked: true,
  },
  byLink: {
    summary: 'Signs in by a one-time link, which is used up',
    input: z.object({ token: z.string().min(1).max(100) }),
    data: z.object({ role: z.string() }),
    credentialRefusals: ['LINK_INVALID'],
    whileLocked: true,
  },
  byPassword: {
    summary: 'Signs in by e-mail, password and the code of an authenticator app',
    input: z.object({ email: EmailText.max(200), password: Password, code: Code.optional() }),
    data: z.object({ role: z.string() }),
    credentialRefusals: ['INVALID_CREDENTIALS', 'CODE_REQUIRED', 'CODE_INVALID', 'NO_SECOND_FACTOR'],
    whileLocked: true,
  },
  passkeyOptions: {
    summary: 'What to ask an authenticator for to sign in; the same for every visitor',
    input: z.object({}),
    data: WebAuthn,
    whileLocked: true,
  },
  byPasskey: {
    summary: 'Signs in by a passkey',
    input: z.object({ response: WebAuthn }),
    data: z.object({ role: z.string() }),
    credentialRefusals: ['INVALID_CREDENTIALS'],
    whileLocked: true,
  },
  passkeys: {
    summary: 'The own passkeys, oldest first',
    input: z.object({}),
    data: Passkeys,
    access: 'staff',
    notForKeys: true,
    whileLocked: true,
  },
  startPasskey: {
    summary: 'What to ask an authenticator for to add a passkey',
    input: z.object({}),
    data: WebAuthn,
    access: 'staff',
    notForKeys: true,
    refusals: ['PASSKEY_LIMIT'],
    credentialRefusals: ['PROOF_REQUIRED'],
    whileLocked: true,
  },
  addPasskey: {
    summary: 'Adds the passkey that the authenticator has made',
    input: z.object({ response: WebAuthn }),
    data: Passkeys,
    access: 'staff',
    notForKeys: true,
    refusals: ['PASSKEY_INVALID'],
    credentialRefusals: ['INVALID_CREDENTIALS', 'PROOF_REQUIRED'],
    whileLocked: true,
  },
  removePasskey: {
    summary: 'Removes one of the own passkeys',
    input: z.object({ id: IdText }),
    data: Passkeys,
    access: 'staff',
    notForKeys: true,
    credentialRefusals: ['PROOF_REQUIRED'],
    whileLocked: true,
  },
  prove: {
    summary: 'Proves again who is signed in, before staff and credentials are changed',
    input: z.object({ password: Password.optional(), code: Code }),
    data: z.object({}),
    access: 'staff',
    notForKeys: true,
    credentialRefusals: ['INVALID_CREDENTIALS', 'CODE_INVALID'],
    whileLocked: true,
  },
  startTotp: {
    summary: 'A new secret for an authenticator app; it counts after its first code',
    input: z.object({}),
    data: z.object({ secret: z.string(), uri: z.string() }),
    access: 'staff',
    notForKeys: true,
    credentialRefusals: ['PROOF_REQUIRED'],
    whileLocked: true,
  },
  confirmTotp: {
    summary: 'Switches the authenticator app on by its first code',
    input: z.object({ code: Code }),
    data: z.object({}),
    access: 'staff',
    notForKeys: true,
    credentialRefusals: ['CODE_INVALID', 'PROOF_REQUIRED'],
    whileLocked: true,
  },
  setPassword: {
    summary: 'Sets the own password and ends the other sessions',
    input: z.object({ password: Text(200).min(staffPasswordMinLength, 'Please use at least 12 characters') }),
    data: z.object({}),
    access: 'staff',
    notForKeys: true,
    credentialRefusals: ['PROOF_REQUIRED'],
    whileLocked: true,
  },
  signOut: {
    summary: 'Ends the session of the member of staff',
    input: z.object({}),
    data: z.object({}),
    access: 'staff',
    notForKeys: true,
    whileLocked: true,
  },
})
