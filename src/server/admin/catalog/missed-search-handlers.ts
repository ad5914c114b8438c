import type { missedSearchEndpoints } from '#contract/admin/catalog/missed-searches.ts'
import {
  forgetMissedSearches,
  listMissedSearches,
} from '#server/catalog/search-tuning/editing/missed-searches.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { pageReply } from '#server/platform/kernel/list-page.ts'

export const missedSearchHandlers: Handlers<typeof missedSearchEndpoints> = {
  list: async (query, { db }) => pageReply(query, await listMissedSearches(db, query)),

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
