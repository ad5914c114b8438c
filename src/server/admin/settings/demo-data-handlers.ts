import { REMOVAL_WORD } from '#contract/admin/agreed-values.ts'
import type { adminDemoDataEndpoints } from '#contract/admin/settings/demo-data.ts'
import { readDemoData } from '#server/operations/setup/demo-report.ts'
import { startRemoval } from '#server/operations/setup/remove-demo.ts'
import { requireRecentProof } from '#server/people/staff/start-staff-session.ts'
import { actorOf } from '#server/platform/audit/audit-log.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'

export const adminDemoDataHandlers: Handlers<typeof adminDemoDataEndpoints> = {
  get: (_input, { db }) => readDemoData(db),

  async remove({ confirmation }, call) {
    requireRecentProof(call)
    if (confirmation.trim() !== REMOVAL_WORD)
      throw invalid({ confirmation: [`Type ${REMOVAL_WORD} to confirm`] })
    await startRemoval(call.db, actorOf(call.visitor))
    return say('The demo data is being removed', await readDemoData(call.db))
  },
}
