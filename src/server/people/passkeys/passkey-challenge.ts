import { sql } from 'kysely'
import type { CookieToSet, Db } from '#server/platform/kernel/context.ts'
import { hashOfToken, isToken, newToken } from '#server/platform/sessions/session-token.ts'
import { wrongPasskey } from './refusals.ts'

const LIFE_SECONDS = 300

/** A login, or who adds a passkey, of customers or of staff; a signature for one purpose is not valid for another. */
export type PasskeyPurpose = 'login' | `register:${number}` | 'staff login' | `staff register:${number}`

/** Stores a challenge bound to the browser; it works once, within five minutes. */
export async function storePasskeyChallenge(
  db: Db,
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
 * Deletes and returns the browser's challenge, so that it cannot be answered twice.
 * @param browser the value of the cookie that `storePasskeyChallenge` returned
 * @throws 401 PASSKEY_INVALID when there is none
 */
export async function consumePasskeyChallenge(
  db: Db,
  browser: string | undefined,
  purpose: PasskeyPurpose,
): Promise<string> {
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
