import type { missedSearchEndpoints } from '#contract/admin/catalog/missed-searches.ts'
import { inTransaction } from '#server/db/retry-serialization.ts'
import { type Handlers, say } from '#server/kernel/handlers.ts'
import { forgetMissedSearches, listMissedSearches } from '#server/search-tuning/missed-searches.ts'
import { actorOf, writeAudit } from '#server/staff/audit-log.ts'

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
