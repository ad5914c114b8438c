import { z } from 'zod'
import { defineEndpoints } from '../define-endpoints.ts'
import { Id, IdText, pageOf, Text, Time } from '../shapes.ts'
import { keyPermissions } from './permissions.ts'
import { listQuery } from './resource.ts'
import type { AdminRoutes } from './routes.ts'

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** The last characters of the key. */
  ending: z.string(),
  /** E-mail address of the member of staff for whom it acts. */
  owner: z.string(),
  permissions: z.array(z.enum(keyPermissions)),
  /** Expired, or its owner is blocked. */
  is_active: z.boolean(),
  created_at: Time,
  expires_at: Time.nullable(),
  /** To the hour. */
  last_used_at: Time.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

const staff = { access: 'staff', permission: 'staff.manage', whileLocked: true } as const

/** Keys of programs. A key cannot manage keys or staff: it never has the permission that these calls need. ADR 0042. */
export const apiKeyEndpoints = defineEndpoints<AdminRoutes['adminApiKeys']>()({
  list: {
    summary: 'All API keys, newest first',
    input: z.object(listQuery(['id', 'name'])),
    data: pageOf(ApiKey),
    ...staff,
  },
  create: {
    summary: 'Creates an API key, which the reply alone contains',
    input: z.object({
      name: Text(60).min(1, 'Please enter a name'),
      permissions: z.array(z.enum(keyPermissions)).min(1, 'Please choose at least one'),
      /** Null: it does not expire. */
      expires_in_days: z.int().min(1).max(730).nullable().default(90),
    }),
    data: z.object({ key: z.string(), api_key: ApiKey }),
    refusals: ['ROLE_ABOVE_OWN', 'API_KEY_LIMIT'],
    credentialRefusals: ['PROOF_REQUIRED'],
    ...staff,
  },
  remove: {
    summary: 'Revokes an API key',
    input: z.object({ id: IdText }),
    data: z.object({ id: Id }),
    ...staff,
  },
})
