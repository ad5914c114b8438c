import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { prepared } from '../db/prepared.ts'
import type { CookieToSet, Db, Services, Visitor } from './context.ts'
import { hashOfToken, isToken } from './session-token.ts'

/** Cookies that must come from this very host: where the shop is https, only their `__Host-` form is believed. */
const hostOnly = ['sid', 'signed_in', 'otp', 'known_device', 'auth_form', 'passkey']

/** SQL: session s still counts. Idle for 14 days (2 hours when not remembered) it ends, and whatever it does at its `expires_at`. */
export const isAlive = `s.expires_at > now()
  and s.last_seen_at > now() - case when s.is_remembered then interval '14 days' else interval '2 hours' end`

/**
 * Who asks, with the customer of the session: the one place where a session becomes a customer. Pages for everyone do not
 * come here. The session's token stays here too. Decisions §1.5, security §3.
 */
export async function readVisitor(
  { db, config }: Pick<Services, 'db' | 'config'>,
  request: FastifyRequest,
): Promise<Visitor> {
  const visitor = visitorOf(request)
  const { sid, ...cookies } = ownCookies(visitor.cookies, config.storeUrl.startsWith('https:'))
  const session = isToken(sid) ? await findSession(db, sid) : undefined
  if (!session) return { ...visitor, cookies }
  return { ...visitor, cookies, customerId: session.customer_id, sessionId: session.id }
}

/** Who asks, as far as the request alone tells. */
export const visitorOf = (request: FastifyRequest): Visitor => ({
  cookies: cookiesIn(request.headers.cookie),
  ip: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
  customerId: null,
})

/** The cookie of a session; null ends it. One that is not remembered goes with the browser. */
export function sessionCookie(session: { token: string; isRemembered: boolean } | null): CookieToSet {
  const cookie = { name: 'sid', isHttpOnly: true, isHostOnly: true }
  if (!session) return { ...cookie, value: '', maxAgeSeconds: 0 }
  return { ...cookie, value: session.token, ...(session.isRemembered && { maxAgeSeconds: 30 * 86_400 }) }
}

/**
 * Tells the browser's own code that it is worth asking who is logged in: pages for everyone hold nothing of a visitor, and the
 * session's cookie is hidden from scripts. It proves nothing. Goes along with `sessionCookie`.
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
  'session by token',
  `select s.id, s.customer_id, s.last_seen_at < now() - interval '1 minute' as is_unseen
  from sessions s where s.token_hash = $1 and ${isAlive}`,
)

/** At most once a minute, so that reading a page does not write. */
const touchSession = prepared(
  'touch session',
  `update sessions set last_seen_at = now() where id = $1::bigint and last_seen_at < now() - interval '1 minute'`,
)

function ownCookies(cookies: Readonly<Record<string, string>>, isSecure: boolean) {
  if (!isSecure) return cookies
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
