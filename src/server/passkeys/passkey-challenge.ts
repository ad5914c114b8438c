import { sql } from 'kysely'
import type { CallContext, CookieToSet } from '../http/context.ts'
import { ShopError } from '../http/errors.ts'
import { hashOfToken, isToken, newToken } from '../http/session-token.ts'

const LIFE_SECONDS = 300

/** 'login', or the customer who adds one: what was signed for one is of no use for the other. */
export type PasskeyPurpose = 'login' | `register:${number}`

/** Keeps what a browser is asked to sign, bound to that browser. It is good once, for five minutes. */
export async function keepChallenge(
  { db }: Pick<CallContext, 'db'>,
  purpose: PasskeyPurpose,
  challenge: string,
): Promise<CookieToSet> {
  const browser = newToken()
  await db
    .insertInto('passkey_challenges')
    .values({
      browser_hash: hashOfToken(browser),
      purpose,
      challenge,
      expires_at: sql<Date>`now() + make_interval(secs => ${LIFE_SECONDS})`,
    })
    .execute()
  return { name: 'passkey', value: browser, maxAgeSeconds: LIFE_SECONDS, isHttpOnly: true, isHostOnly: true }
}

/**
 * Takes the challenge of this browser away: whatever comes of it, it cannot be answered again.
 * @throws 401 PASSKEY_INVALID when there is none
 */
export async function takeChallenge(
  { db, visitor }: Pick<CallContext, 'db' | 'visitor'>,
  purpose: PasskeyPurpose,
): Promise<string> {
  const { passkey: browser } = visitor.cookies
  const row = isToken(browser)
    ? await db
        .deleteFrom('passkey_challenges')
        .where('browser_hash', '=', hashOfToken(browser))
        .where('purpose', '=', purpose)
        .where('expires_at', '>', sql<Date>`now()`)
        .returning('challenge')
        .executeTakeFirst()
    : undefined
  if (!row) throw wrongPasskey()
  return row.challenge
}

export const wrongPasskey = () =>
  new ShopError(401, 'INVALID_CREDENTIALS', 'This passkey could not be used. Please try again')
