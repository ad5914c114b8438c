import { isForKeys, permissionsOf } from '#contract/admin/permissions.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, StaffVisitor } from '../kernel/context.ts'
import { hashOfToken, newToken } from './session-token.ts'

const scheme = /^Bearer /i
const pattern = /^Bearer (vk_[\w-]{43})$/i

/** A new key. Only its hash is stored, as of staff sessions. */
export const newApiKey = () => `vk_${newToken()}`

type Head = { url?: string | undefined; headers: { authorization?: string | undefined } }

/**
 * Whether a call of the back office identifies itself by a key. A browser sends this header for no other site, so that
 * the origin does not matter; cookies of such a call are not read. ADR 0042.
 */
export const isKeyCall = ({ url = '', headers: { authorization = '' } }: Head): boolean =>
  url.startsWith('/api/admin/') && scheme.test(authorization)

/**
 * The member of staff for whom the key acts, with what both may do; undefined for an unknown, revoked or expired key,
 * and when they were blocked. Read on every call, so that a change counts at once.
 */
export async function findApiKey(db: Db, authorization: string): Promise<StaffVisitor | undefined> {
  const key = pattern.exec(authorization)?.[1]
  const row = key && (await keyByHash.first(db, hashOfToken(key)))
  if (!row) return undefined
  if (row.is_unseen) await touch.all(db, row.key_id)
  const { key_id, key_name, role_permissions, permissions, is_unseen: _, ...member } = row
  const own = permissionsOf(member.role, role_permissions)
  return {
    ...member,
    permissions: own.filter((one) => isForKeys(one) && permissions.includes(one)),
    sessionId: 0,
    provedAt: new Date(0),
    secondFactorDue: null,
    apiKey: { id: key_id, name: key_name },
  }
}

const keyByHash = prepared<{
  key_id: number
  key_name: string
  permissions: string[]
  id: number
  email: string
  name: string
  role: string
  role_permissions: string[]
  is_unseen: boolean
}>(
  'find api key by hash',
  `select k.id as key_id, k.name as key_name, k.permissions, t.id, t.email, t.name, t.role,
    r.permissions as role_permissions,
    k.last_used_at is null or k.last_used_at < date_trunc('hour', now()) as is_unseen
  from api_keys k join staff t on t.id = k.staff_id join staff_roles r on r.code = t.role
  where k.token_hash = $1 and t.is_active and (k.expires_at is null or k.expires_at > now())`,
)

/** At most once an hour, so that calls rarely write. */
const touch = prepared(
  'touch api key',
  `update api_keys set last_used_at = date_trunc('hour', now())
  where id = $1::integer and (last_used_at is null or last_used_at < date_trunc('hour', now()))`,
)
