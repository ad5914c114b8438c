import { z } from 'zod'
import { Account, Email, KnownPassword, NewPassword, names, Otp, OtpSent, PhoneInput } from './account.ts'
import { defineEndpoints } from './define-endpoints.ts'
import type { Routes } from './routes.ts'
import { Flag, Id } from './shapes.ts'

/** The guest's cart, which is merged (spec §4, session events); the cookie has precedence (decisions §1.8). */
export const cartRef = { api_cart: Flag.optional(), cart_session: z.string().max(100).nullish() }

/**
 * An order just placed as a guest, with its link's token: it is assigned to the account (spec §6,
 * `enable_register_at_checkout`).
 */
const orderRef = { order_id: Id.optional(), order_token: z.string().min(1).max(200).optional() }

/** `cart_session_id`: the customer's cart after the login, null when there is none. */
export const signedIn = { user: Account, cart_session_id: z.string().nullable() }

const resetRef = { email: Email, token: z.string().min(1).max(200) }

export const authEndpoints = defineEndpoints<Routes['auth']>()({
  login: {
    summary: 'Logs in by e-mail and password',
    input: z.object({
      email: Email,
      password: KnownPassword,
      remember_me: z.boolean().default(true),
      ...cartRef,
    }),
    data: z.object(signedIn),
    refusals: ['AUTH_MODE_OFF'],
    credentialRefusals: ['INVALID_CREDENTIALS'],
  },
  register: {
    summary: 'Opens an account with e-mail and password and logs in',
    input: z.object({
      ...names,
      phone: PhoneInput,
      email: Email,
      password: NewPassword,
      ...cartRef,
      ...orderRef,
    }),
    data: z.object(signedIn),
    refusals: ['AUTH_MODE_OFF', 'REGISTRATION_OFF'],
  },
  otpRequest: {
    summary: 'Sends a code to a phone, whether it has an account or not',
    input: z.object({ input: PhoneInput }),
    data: OtpSent,
    refusals: ['AUTH_MODE_OFF'],
  },
  otpVerify: {
    summary: 'Logs in by the code, opening an account for a phone that has none',
    input: z.object({ input: PhoneInput, otp: Otp, ...cartRef, ...orderRef }),
    data: z.object({ ...signedIn, is_new: z.boolean() }),
    refusals: ['AUTH_MODE_OFF', 'REGISTRATION_OFF'],
    credentialRefusals: ['OTP_INVALID'],
  },
  reset: {
    summary: 'Mails a link to set a new password; the reply is the same for every address',
    input: z.object({ email: Email }),
    data: z.undefined(),
    refusals: ['AUTH_MODE_OFF'],
  },
  validateReset: {
    summary: 'Is the link of the mail still good?',
    input: z.object(resetRef),
    data: z.object({ valid: z.literal(true), email: z.string() }),
    refusals: ['RESET_TOKEN_INVALID'],
    takesQuery: true,
  },
  resetComplete: {
    summary: 'Sets a new password by the link, once, and ends all sessions',
    input: z.object({ ...resetRef, password: NewPassword, password_confirmation: z.string().max(256) }),
    data: z.undefined(),
    refusals: ['RESET_TOKEN_INVALID'],
  },
  logout: {
    summary: 'Ends the session',
    input: z.object({}),
    data: z.object({ user: z.null(), cart_session_id: z.null() }),
  },
})
