import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { csvFile } from '#server/platform/text/csv.ts'
import { listSubmissions } from './manage-submissions.ts'

const LIMIT = 10_000
const PAGE = 500

type Query = Pick<Parameters<typeof listSubmissions>[1], 'q' | 'form' | 'state' | 'assignedTo'>

/**
 * The messages of a search as CSV, newest first, with a column for each field that one of them has. Who took them is
 * in the audit log.
 */
export async function exportSubmissions(db: Db, actor: Actor, query: Query): Promise<Buffer> {
  const rows: Record<string, string>[] = []
  for (let page = 1; page <= LIMIT / PAGE; page++) {
    const found = await listSubmissions(db, { ...query, page, per_page: PAGE, order: 'desc' })
    for (const { values, ...message } of found.data)
      rows.push({
        message: String(message.id),
        form: message.form_name,
        received: message.created_at,
        assigned_to: message.assigned_to?.name ?? '',
        answered: message.answered_at ?? '',
        answered_by: message.answered_by ?? '',
        ...Object.fromEntries(values.map(({ label, value }) => [label, value])),
      })
    if (page >= found.last_page) break
  }
  await writeAudit(db, actor, {
    action: 'submission.export',
    record: { type: 'submission', id: 'all' },
    after: { rows: rows.length },
  })
  return csvFile(rows, [...new Set(rows.flatMap(Object.keys))])
}
