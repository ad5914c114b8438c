import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { prepared } from '../db/prepared.ts'
import type { CookieToSet, Db, Services, Visitor } from '../kernel/context.ts'
import { signInFirst } from '../kernel/errors.ts'
import { findApiKey, isKeyCall } from './api-key.ts'
import { hashOfToken, isToken } from './session-token.ts'
import { findStaffSession } from './staff-session.ts'

/** Host-only cookies: on an https shop only their `__Host-` form is accepted. */
const hostOnly = [
  'sid',
  'signed_in',
  'otp',
  'known_device',
  'posted_form',
  'passkey',
  'admin_sid',
  'staff',
  'staff_device',
  'cart_session',
]

/**
 * SQL: session s is alive. It ends after 14 idle days (2 hours when not remembered), and always at
 * `expires_at`.
 */
export const isAlive = `s.expires_at > now()
  and s.last_seen_at > now() - case when s.is_remembered then interval '14 days' else interval '2 hours' end`

/**
 * Reads the visitor, with the customer of the session. It is the only code that resolves session tokens,
 * shared pages never call it, and the token stays inside. Decisions §1.5, security §3.
 */
export async function readVisitor(
  { db, config }: Pick<Services, 'db' | 'config'>,
  request: FastifyRequest,
): Promise<Visitor> {
  const visitor = visitorOf(request)
  const { sid, admin_sid, ...cookies } = ownCookies(visitor.cookies, isSecure(config))
  const staff = isToken(admin_sid) ? { readStaff: () => findStaffSession(db, admin_sid) } : {}
  const session = isToken(sid) ? await findSession(db, sid) : undefined
  if (!session) return { ...visitor, cookies, ...staff }
  return { ...visitor, cookies, ...staff, customerId: session.customer_id, sessionId: session.id }
}

/**
 * Reads the visitor of a call of the back office: a member of staff, by session or API key, or none. The customer's session of the same browser
 * does not count there, nor do host and cookie of a channel.
 */
export async function readStaffVisitor(
  { db, config }: Pick<Services, 'db' | 'config'>,
  request: FastifyRequest,
): Promise<Visitor> {
  const { host: _host, ...visitor } = visitorOf(request)
  if (isKeyCall(request)) {
    const staff = await findApiKey(db, request.headers.authorization ?? '')
    return { ...visitor, cookies: {}, ...(staff && { staff }) }
  }
  const { sid: _, channel: _channel, admin_sid, ...cookies } = ownCookies(visitor.cookies, isSecure(config))
  const staff = isToken(admin_sid) ? await findStaffSession(db, admin_sid) : undefined
  return { ...visitor, cookies, ...(staff && isExpected(staff.id, request) && { staff }) }
}

/**
 * Whether the call comes from a screen of this member of staff: an open form of another one, who has signed out since, must not be
 * saved under another name. Calls without the header do not say.
 */
const isExpected = (staffId: number, { headers }: FastifyRequest) =>
  headers['x-staff-id'] === undefined || headers['x-staff-id'] === String(staffId)

const isSecure = ({ storeUrl }: Pick<Services['config'], 'storeUrl'>) => storeUrl.startsWith('https:')

/** The visitor as far as the request alone identifies it. */
export const visitorOf = (request: FastifyRequest): Visitor => ({
  cookies: cookiesIn(request.headers.cookie),
  host: request.headers.host,
  ip: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
  customerId: null,
})

/** The session's cookie; null deletes it. Without "remember me" it lasts until the browser closes. */
export function sessionCookie(session: { token: string; isRemembered: boolean } | null): CookieToSet {
  const cookie = { name: 'sid', isHttpOnly: true, isHostOnly: true }
  if (!session) return { ...cookie, value: '', maxAgeSeconds: 0 }
  return { ...cookie, value: session.token, ...(session.isRemembered && { maxAgeSeconds: 30 * 86_400 }) }
}

/**
 * Tells client code that a session may exist, so that it asks for the account: shared pages contain no visitor
 * data, and scripts cannot read the session cookie. It proves nothing; set it together with `sessionCookie`.
 */
export function signedInCookie(session: { isRemembered: boolean } | null): CookieToSet {
  const cookie = { name: 'signed_in', isHostOnly: true }
  if (!session) return { ...cookie, value: '', maxAgeSeconds: 0 }
  return { ...cookie, value: '1', ...(session.isRemembered && { maxAgeSeconds: 30 * 86_400 }) }
}

async function findSession(db: Db, token: string) {
  const session = await sessionByToken.first(db, hashOfToken(token))
  if (session?.is_unseen) await touchSession.all(db, session.id)
  return session
}

const sessionByToken = prepared<{ id: number; customer_id: number; is_unseen: boolean }>(
  'find session by token',
  `select s.id, s.customer_id, s.last_seen_at < now() - interval '1 minute' as is_unseen
  from sessions s where s.token_hash = $1 and ${isAlive}`,
)

/** At most once a minute, so that page views rarely write. */
const touchSession = prepared(
  'touch session',
  `update sessions set last_seen_at = now() where id = $1::bigint and last_seen_at < now() - interval '1 minute'`,
)

function ownCookies(cookies: Readonly<Record<string, string>>, onlyHostOnly: boolean) {
  if (!onlyHostOnly) return cookies
  const own: Record<string, string> = { ...cookies }
  for (const name of hostOnly) {
    delete own[name]
    const value = cookies[`__Host-${name}`]
    delete own[`__Host-${name}`]
    if (value !== undefined) own[name] = value
  }
  return own
}

function cookiesIn(header: string | undefined): Record<string, string> {
  if (!header) return {}
  const cookies: Record<string, string> = {}
  for (const [name, value] of Object.entries(parseCookie(header)))
    if (value !== undefined) cookies[name] = value
  return cookies
}

/** The customer of an authenticated call. The pipeline already refuses others; this narrows the type. */
export function customerOf({ visitor }: { visitor: Pick<Visitor, 'customerId'> }): number {
  if (visitor.customerId === null) throw signInFirst()
  return visitor.customerId
}
