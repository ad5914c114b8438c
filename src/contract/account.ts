import { z } from 'zod'
import { Order } from './checkout.ts'
import { defineEndpoints } from './define-endpoints.ts'
import * as limits from './limits.ts'
import type { Routes } from './routes.ts'
import { invalidEmail, isEmail } from './rules/email.ts'
import { EmailText, Id, IdText, pageOf, Text, Time } from './shapes.ts'

/** Lower case, so that one address cannot have two accounts. */
export const Email = EmailText.toLowerCase()
  .min(1, { abort: true })
  .refine((email) => isEmail(email), invalidEmail)

/** A password that is being set. A longer one is refused, never truncated. Spec §5, security §4. */
export const NewPassword = z.string().min(limits.passwordMinLength, { abort: true }).max(256)

/** A password that is only compared. */
export const KnownPassword = z.string().min(1).max(256)

/** As typed; the server normalises it (`rules/phone.ts`). */
export const PhoneInput = z.string().trim().min(1).max(30)

/** An OTP from an SMS. Spec §5. */
export const Otp = z
  .string()
  .default('')
  .refine((otp) => otp !== '', { message: 'The OTP is required', abort: true })
  .pipe(
    z
      .string()
      .max(limits.otpLength, { abort: true })
      .regex(/^\d{4}$/),
  )

const name = Text(60)
/** Names for the greeting. */
export const names = { first_name: name.min(1), last_name: name.min(1) }

/** Events of the access log. Decisions §1.5. */
export const accessEvents = [
  'login',
  'login_failed',
  'otp_sent',
  'otp_verified',
  'otp_failed',
  'logout',
  'password_changed',
  'reset_requested',
  'reset_used',
  'email_changed',
  'phone_changed',
  'session_revoked',
  'account_exported',
] as const

export const AccessLog = z
  .object({
    id: Id,
    event: z.enum(accessEvents),
    /** The login method, for events that have one. */
    method: z.enum(['password', 'otp', 'register', 'passkey']).nullable(),
    ip: z.string(),
    device: z.string(),
    location: z.string().nullable(),
    at: Time,
    /** The session of the event, to end it with. Not in the spec. */
    session_id: Id.nullable(),
    /** The session is the caller's own. */
    current: z.boolean(),
    /** The session began with this event and is still active. */
    active: z.boolean(),
  })
  .meta({ id: 'AccessLog' })

const OwnAccount = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  email_verified_at: Time.nullable(),
  /** The national digits. */
  phone: z.string().nullable(),
  phone_verified_at: Time.nullable(),
  has_password: z.boolean(),
  created_at: Time,
  order_count: z.int(),
  /** Consent to marketing messages; null while the customer has not decided. Not in the spec. */
  marketing_opt_in: z.boolean().nullable(),
  /** The latest 20. */
  access_logs: z.array(AccessLog),
})

/** $User and $Account of decisions §2. Active plugins add fields (`readAccountFields`), which the type does not name. */
export const Account = OwnAccount.loose().meta({ id: 'Account' }) as unknown as typeof OwnAccount

/** A browser in which the customer is logged in. */
export const AccountSession = z
  .object({
    id: Id,
    device: z.string(),
    /** IP address of the login; its location is not looked up. */
    ip: z.string(),
    location: z.string().nullable(),
    created_at: Time,
    last_seen_at: Time,
    /** The caller's own session. */
    current: z.boolean(),
  })
  .meta({ id: 'AccountSession' })

/** A record of the export, with the fields of the module that stores it. */
const StoredRows = z.array(z.record(z.string(), z.unknown()))

/** All data that the shop stores about a customer. Security §19. */
export const AccountExport = z
  .object({
    exported_at: Time,
    profile: Account.omit({ access_logs: true }),
    addresses: StoredRows,
    orders: z.array(Order),
    reviews: StoredRows,
    consents: StoredRows,
    access_log: StoredRows,
    form_submissions: StoredRows,
    /** Credit that only this customer may use. */
    stored_value: StoredRows,
    /** What the shop notes in fields of its own. */
    custom_fields: StoredRows,
    /** The customer data of plugins, by the names that the plugins choose. */
    plugins: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AccountExport' })

/** Length and validity of a sent code; times in seconds. */
export const OtpSent = z.object({ length: z.int(), expires_in: z.int(), resend_after: z.int() })

export const accountEndpoints = defineEndpoints<Routes['account']>()({
  get: {
    summary: 'The customer who is logged in',
    input: z.object({}),
    data: Account,
    access: 'customer',
  },
  updateProfile: {
    summary: 'Changes name, e-mail and phone; a changed one is not verified any more',
    input: z.object({
      ...names,
      email: z.literal('').or(Email).nullish(),
      phone: z.string().trim().max(30).nullish(),
    }),
    data: Account,
    access: 'customer',
    refusals: ['REAUTHENTICATE'],
  },
  updateMailPreferences: {
    summary: 'Whether the shop may write about more than orders and the account',
    input: z.object({ marketing_opt_in: z.boolean() }),
    data: Account,
    access: 'customer',
  },
  updatePassword: {
    summary: 'Changes the password and ends all other sessions',
    input: z.object({
      /** Not needed by a customer without a password. */
      current_password: z.string().max(256).optional(),
      password: NewPassword,
      password_confirmation: z.string().max(256),
    }),
    data: z.object({ sessions_revoked: z.int() }),
    credentialRefusals: ['INVALID_CREDENTIALS'],
    access: 'customer',
  },
  otpGenerate: {
    summary: 'Sends a code to a phone that the customer wants to have in the account',
    input: z.object({ input: PhoneInput, type: z.literal('phone') }),
    data: OtpSent,
    access: 'customer',
  },
  otpVerify: {
    summary: 'Puts the phone into the account, verified',
    input: z.object({ input: PhoneInput, otp: Otp, type: z.literal('phone') }),
    data: Account,
    refusals: ['PHONE_TAKEN'],
    credentialRefusals: ['OTP_INVALID'],
    access: 'customer',
  },
  accessLogs: {
    summary: 'What happened to the account, newest first',
    input: z.object({ page: z.coerce.number().int().min(1).max(1_000).default(1) }),
    data: pageOf(AccessLog),
    access: 'customer',
  },
  deleteSession: {
    summary: 'Ends one of the customer’s sessions',
    input: z.object({ id: IdText }),
    data: z.undefined(),
    access: 'customer',
  },
  sessions: {
    summary: 'Where the customer is logged in, the latest seen first',
    input: z.object({}),
    data: z.array(AccountSession),
    access: 'customer',
  },
  endOtherSessions: {
    summary: 'Ends all of the customer’s sessions but this one',
    input: z.object({}),
    data: z.object({ sessions_revoked: z.int() }),
    access: 'customer',
  },
  emailGenerate: {
    summary: 'Mails a link that confirms the account’s e-mail address',
    input: z.object({}),
    data: z.undefined(),
    refusals: ['EMAIL_CONFIRMED', 'EMAIL_MISSING'],
    access: 'customer',
  },
  emailVerify: {
    summary: 'Confirms the account’s e-mail address by the link of the mail',
    input: z.object({ token: z.string().min(1).max(200) }),
    data: Account,
    refusals: ['EMAIL_TOKEN_INVALID'],
    access: 'customer',
  },
  reauthenticateGenerate: {
    summary: 'Sends a code to the account’s own phone, for customers without a password',
    input: z.object({}),
    data: OtpSent,
    refusals: ['PASSWORD_NEEDED'],
    access: 'customer',
  },
  reauthenticate: {
    summary: 'Proves by password or code that it is still the customer: good for ten minutes in this session',
    input: z.object({
      password: z.string().max(256).optional(),
      otp: z.string().max(limits.otpLength).optional(),
    }),
    data: z.object({ expires_in: z.int() }),
    credentialRefusals: ['INVALID_CREDENTIALS', 'OTP_INVALID'],
    access: 'customer',
  },
  export: {
    summary: 'Everything the shop knows of the customer; only after re-authenticate',
    input: z.object({}),
    data: AccountExport,
    refusals: ['REAUTHENTICATE'],
    access: 'customer',
  },
  deleteAccount: {
    summary: 'Erases the customer; orders stay without personal fields. Only after re-authenticate',
    input: z.object({}),
    data: z.undefined(),
    refusals: ['REAUTHENTICATE'],
    access: 'customer',
  },
})

export type Account = z.infer<typeof Account>
export type AccessLog = z.infer<typeof AccessLog>
export type AccountSession = z.infer<typeof AccountSession>
export type AccountExport = z.infer<typeof AccountExport>
export type AccessEvent = AccessLog['event']
export type AccessMethod = NonNullable<AccessLog['method']>
export type OtpSent = z.infer<typeof OtpSent>
