import { createHash, randomBytes } from 'node:crypto'
import type { PostedState } from '#contract/form.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'

/** Minutes for which the page that follows a form post can be reloaded. */
const KEPT_MINUTES = 15

/** Keeps the state of a form post for the page that follows it. @returns the token for that page's address. */
export async function keepPosted(db: Db, state: PostedState): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await insert.all(db, hashOf(token), json(state), KEPT_MINUTES)
  return token
}

export async function findPosted(db: Db, token: string): Promise<PostedState | null> {
  const row = await find.first(db, hashOf(token))
  return row?.state ?? null
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

const insert = prepared(
  'insert posted form',
  `insert into posted_forms (token_hash, state, expires_at)
  values ($1::text, $2::jsonb, now() + make_interval(mins => $3::integer))`,
)

const find = prepared<{ state: PostedState }>(
  'find posted form',
  'select state from posted_forms where token_hash = $1::text and expires_at > now()',
)
