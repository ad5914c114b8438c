import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db, Services } from '#server/platform/kernel/context.ts'
import { hashOfToken, newToken } from '#server/platform/sessions/session-token.ts'
import type { Guest } from './guest.ts'
import { ok } from './reply.ts'

let made = 0

/** Registration data; everything but the name is unique. */
export function newPerson() {
  made += 1
  return {
    first_name: 'Asha',
    last_name: 'Rao',
    phone: `98${String(10_000_000 + made)}`,
    email: `asha${made}@example.com`,
    password: 'kupfer-Kanne-71',
  }
}

/** Registers a customer with e-mail and password, who is then logged in. */
export async function register(guest: Guest, more: Partial<ReturnType<typeof newPerson>> = {}) {
  const person = { ...newPerson(), ...more }
  const { user } = ok(await guest.api.auth.register(person))
  const { email, password } = person
  return { ...person, id: user.id, login: { email, password } }
}

/** Logs a new customer in by phone and OTP. */
export async function loginByOtp(db: Db, guest: Guest, phone = newPerson().phone) {
  ok(await guest.api.auth.otpRequest({ input: phone }))
  const { user } = ok(await guest.api.auth.otpVerify({ input: phone, otp: await otpFor(db, phone) }))
  return { id: user.id, phone }
}

/** The newest OTP to a phone in the outbox. */
export async function otpFor(db: Db, phone: string): Promise<string> {
  const { text } = await db
    .selectFrom('outbox')
    .select('text')
    .where('kind', '=', 'otp')
    .where('recipient', '=', `+91${phone}`)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /^\d{4}/.exec(text)?.[0] ?? expect.fail(`No code in: ${text}`)
}

/** A different four-digit code. */
export const wrongOtp = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')

/** The newest mail to an address. */
export const mailTo = (db: Db, recipient: string) =>
  db
    .selectFrom('outbox')
    .select(['kind', 'text', 'html'])
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirst()

export const minutes = 60
export const hours = 60 * minutes
export const days = 24 * hours

/** Ages limits, codes, links, sessions and messages by `seconds`. */
export async function letPass(db: Db, seconds: number) {
  const ago = sql`make_interval(secs => ${seconds})`
  await sql`update rate_limits set expires_at = expires_at - ${ago},
    hits = array(select hit - ${ago} from unnest(hits) hit)`.execute(db)
  await sql`update otp_challenges set expires_at = expires_at - ${ago}`.execute(db)
  await sql`update password_resets set expires_at = expires_at - ${ago}`.execute(db)
  await sql`update sessions set last_seen_at = last_seen_at - ${ago}, expires_at = expires_at - ${ago}`.execute(
    db,
  )
  await sql`update access_logs set at = at - ${ago}`.execute(db)
  await sql`update outbox set created_at = created_at - ${ago}`.execute(db)
}

/** Creates a session of this customer and returns its cookies. */
export async function sessionOf({ db, config }: Pick<Services, 'db' | 'config'>, customerId: number) {
  const token = newToken()
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashOfToken(token),
      customer_id: customerId,
      is_remembered: true,
      expires_at: new Date(Date.now() + days * 1_000),
      proved_at: null,
    })
    .execute()
  const name = config.storeUrl.startsWith('https:') ? '__Host-sid' : 'sid'
  return new Map([[name, token]])
}
