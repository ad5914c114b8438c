import type { adminSearchEndpoints } from '#contract/admin/search.ts'
import type { Handlers } from '#server/platform/kernel/handlers.ts'
import { staffOf } from '#server/platform/sessions/staff-session.ts'
import { findRecords } from './find-records.ts'
import { findSettings } from './find-settings.ts'

export const adminSearchHandlers: Handlers<typeof adminSearchEndpoints> = {
  async find({ q }, call) {
    const { permissions } = staffOf(call)
    return {
      groups: await findRecords(call.db, permissions, q),
      settings: permissions.includes('settings.read') ? findSettings(q) : [],
    }
  },
}
