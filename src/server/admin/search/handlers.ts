import type { adminSearchEndpoints } from '#contract/admin/search.ts'
import type { Handlers } from '#server/platform/kernel/handlers.ts'
import { staffOf } from '#server/platform/sessions/staff-session.ts'
import { findRecords } from './find-records.ts'

export const adminSearchHandlers: Handlers<typeof adminSearchEndpoints> = {
  find: async ({ q }, call) => ({ groups: await findRecords(call.db, staffOf(call).permissions, q) }),
}
