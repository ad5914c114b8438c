import type { apiKeyEndpoints } from '#contract/admin/api-keys.ts'
import { actorOf } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { staffOf } from '#server/platform/sessions/staff-session.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'
import { requireRecentProof } from './start-staff-session.ts'

export const apiKeyHandlers: Handlers<typeof apiKeyEndpoints> = {
  async list(query, { db }) {
    const { rows, total } = await listApiKeys(db, query)
    const { page, per_page } = query
    const last_page = Math.max(1, Math.ceil(total / per_page))
    return { data: rows, current_page: page, last_page, per_page, total }
  },

  async create(entered, call) {
    requireRecentProof(call)
    const made = await inTransaction(call.db, (tx) =>
      createApiKey(tx, staffOf(call), actorOf(call.visitor), entered),
    )
    return say('API key created', made)
  },

  // Without a new proof: a key that has leaked is revoked at once.
  async remove({ id }, { db, visitor }) {
    await inTransaction(db, (tx) => revokeApiKey(tx, actorOf(visitor), id))
    return say('API key revoked', { id })
  },
}
