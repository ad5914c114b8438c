import type { missedSearchEndpoints } from '#contract/admin/catalog/missed-searches.ts'
import {
  forgetMissedSearches,
  listMissedSearches,
} from '#server/catalog/search-tuning/editing/missed-searches.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'

export const missedSearchHandlers: Handlers<typeof missedSearchEndpoints> = {
  async list(query, { db }) {
    const { rows, total } = await listMissedSearches(db, query)
    const { page, per_page } = query
    return {
      data: rows,
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / per_page)),
      per_page,
      total,
    }
  },

  async remove({ ids }, { db, visitor }) {
    const removed = await inTransaction(db, async (tx) => {
      const words = await forgetMissedSearches(tx, ids)
      // The texts are not repeated here: one may be removed because it is personal.
      if (words.length > 0)
        await writeAudit(tx, actorOf(visitor), {
          action: 'missed_search.remove',
          record: { type: 'missed_search', id: '' },
          after: { searches: words.length },
        })
      return words.length
    })
    return say(removed === 1 ? '1 search removed' : `${removed} searches removed`, { removed })
  },
}
