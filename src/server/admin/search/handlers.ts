import type { adminSearchEndpoints } from '#contract/admin/search.ts'
import type { Handlers } from '#server/kernel/handlers.ts'
import { staffOf } from '#server/sessions/staff-session.ts'
import { findRecords } from './find-records.ts'

export const adminSearchHandlers: Handlers<typeof adminSearchEndpoints> = {
  find: async ({ q }, call) => ({ groups: await findRecords(call.db, staffOf(call).permissions, q) }),
}
