import { sql } from 'kysely'
import type { ApiKey } from '#contract/admin/api-keys.ts'
import { type KeyPermission, keyPermissions, withReading } from '#contract/admin/permissions.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Db, StaffVisitor, Tx } from '#server/platform/kernel/context.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { newApiKey } from '#server/platform/sessions/api-key.ts'
import { hashOfToken } from '#server/platform/sessions/session-token.ts'
import { apiKeyAboveOwn, apiKeyLimit, apiKeyNotFound } from './refusals.ts'

const MAX_KEYS = 100

type Query = ListQuery<'id' | 'name'>
type NewKey = { name: string; permissions: readonly KeyPermission[]; expires_in_days: number | null }

export async function listApiKeys(db: Db, query: Query): Promise<{ rows: ApiKey[]; total: number }> {
  const { rows, total } = await listPage(
    joined(db).$if(Boolean(query.q), (found) =>
      found.where('api_keys.name', 'ilike', containing(query.q ?? '')),
    ),
    query,
    { column: `api_keys.${query.sort}`, id: 'api_keys.id', select: (found) => found.select(columns) },
  )
  return { rows: rows.map(toApiKey), total }
}

/**
 * Creates a key, which acts for its creator with at most their permissions, at each call.
 * @returns the key itself; only its hash is stored.
 * @throws 409 ROLE_ABOVE_OWN, API_KEY_LIMIT.
 */
export async function createApiKey(
  tx: Tx,
  staff: StaffVisitor,
  actor: Actor,
  { name, permissions, expires_in_days }: NewKey,
): Promise<{ key: string; api_key: ApiKey }> {
  const chosen = withReading(permissions)
  if (!chosen.every((one) => staff.permissions.includes(one))) throw apiKeyAboveOwn()
  const { count } = await tx
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MAX_KEYS) throw apiKeyLimit(MAX_KEYS)
  const key = newApiKey()
  const { id } = await tx
    .insertInto('api_keys')
    .values({
      staff_id: staff.id,
      name,
      token_hash: hashOfToken(key),
      ending: key.slice(-4),
      permissions: chosen,
      expires_at: expires_in_days === null ? null : sql`now() + make_interval(days => ${expires_in_days})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const api_key = await requireApiKey(tx, id)
  await writeAudit(tx, actor, {
    action: 'api_key.create',
    record: { type: 'api_key', id: String(id) },
    after: shownInAudit(api_key),
  })
  return { key, api_key }
}

/** Deletes the key: its next call is refused. @throws 404 */
export async function revokeApiKey(tx: Tx, actor: Actor, id: number): Promise<void> {
  const before = await requireApiKey(tx, id)
  await tx.deleteFrom('api_keys').where('id', '=', id).execute()
  await writeAudit(tx, actor, {
    action: 'api_key.revoke',
    record: { type: 'api_key', id: String(id) },
    before: shownInAudit(before),
  })
}

const shownInAudit = ({ name, ending, owner, permissions, expires_at }: ApiKey) => ({
  name,
  ending,
  owner,
  permissions,
  expires_at,
})

const joined = (db: Db | Tx) => db.selectFrom('api_keys').innerJoin('staff', 'staff.id', 'api_keys.staff_id')

const columns = [
  'api_keys.id',
  'api_keys.name',
  'api_keys.ending',
  'staff.email as owner',
  'api_keys.permissions',
  'api_keys.created_at',
  'api_keys.expires_at',
  'api_keys.last_used_at',
  sql<boolean>`staff.is_active and (api_keys.expires_at is null or api_keys.expires_at > now())`.as(
    'is_active',
  ),
] as const

async function requireApiKey(db: Db | Tx, id: number): Promise<ApiKey> {
  const row = await joined(db).select(columns).where('api_keys.id', '=', id).executeTakeFirst()
  if (!row) throw apiKeyNotFound()
  return toApiKey(row)
}

type Row = Omit<ApiKey, 'permissions' | 'created_at' | 'expires_at' | 'last_used_at'> & {
  permissions: string[]
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
}

const toApiKey = ({ permissions, created_at, expires_at, last_used_at, ...row }: Row): ApiKey => ({
  ...row,
  permissions: keyPermissions.filter((one) => permissions.includes(one)),
  created_at: created_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
  last_used_at: last_used_at?.toISOString() ?? null,
})
