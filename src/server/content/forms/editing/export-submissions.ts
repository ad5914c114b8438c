import type { Submission } from '#contract/admin/content/submissions.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { type CsvRow, csvFile, rowsById } from '#server/platform/text/csv.ts'
import { findSubmissions, readSubmissions } from './manage-submissions.ts'

const PAGE = 500

type Search = Parameters<typeof findSubmissions>[1]

/**
 * The messages of a search as CSV, newest first, with a column for each field that one of them has. Who took them is
 * in the audit log.
 */
export async function exportSubmissions(
  db: Db,
  actor: Actor,
  search: Search,
): Promise<AsyncIterable<string>> {
  const ids = await findSubmissions(db, search)
  // Forms have fields of their own: all messages are read once for the columns before the first line.
  const columns = new Set<string>()
  for await (const rows of readLines(db, ids))
    for (const column of rows.flatMap(Object.keys)) columns.add(column)
  await writeAudit(db, actor, {
    action: 'submission.export',
    record: { type: 'submission', id: 'all' },
    after: { rows: ids.length },
  })
  return csvFile(readLines(db, ids), [...columns])
}

const readLines = (db: Db, ids: readonly number[]) =>
  rowsById(ids, PAGE, async (page) => (await readSubmissions(db, page)).map(toRow))

const toRow = ({ values, ...message }: Submission): CsvRow => ({
  message: String(message.id),
  form: message.form_name,
  received: message.created_at,
  assigned_to: message.assigned_to?.name ?? '',
  answered: message.answered_at ?? '',
  answered_by: message.answered_by ?? '',
  ...Object.fromEntries(values.map(({ label, value }) => [label, value])),
})
