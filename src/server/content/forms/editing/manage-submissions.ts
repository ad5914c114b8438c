import { sql } from 'kysely'
import type { Submission } from '#contract/admin/content/submissions.ts'
import { readStaffWhoMay, staffName } from '#server/people/staff/staff-who-may.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { lastPageOf } from '#server/platform/kernel/count-about.ts'
import { listFound } from '#server/platform/kernel/list-found.ts'
import { searchWords, toTsQuery } from '#server/platform/kernel/word-search.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { messageNotFound, noSenderAddress, staleAssignment, unknownAssignee } from '../refusals.ts'
import { queueAnswer } from '../submission-mails.ts'

type Query = {
  page: number
  per_page: number
  order: 'asc' | 'desc'
  q?: string | undefined
  form?: string | undefined
  state?: 'open' | 'answered' | undefined
  /** The id of a member of staff; null: of none. */
  assignedTo?: number | null | undefined
}

const columns = [
  'id',
  'form_name',
  'form_slug',
  'email',
  'values',
  'created_at',
  'answered_at',
  'answered_by',
  'assigned_to',
] as const

/** The expression of the index `form_submissions_search`; line breaks and quotes of JSON are no words. */
const words = searchWords(
  `coalesce(email, '') || ' ' || regexp_replace(values::text, '\\\\[nrt"]', ' ', 'g')`,
)

type Search = Omit<Query, 'page' | 'per_page' | 'order'>

export async function listSubmissions(db: Db, { page, per_page, order, ...search }: Query) {
  const { ids, total } = await listFound(db, { page, per_page, order }, foundBy(search))
  return {
    data: await readSubmissions(db, ids),
    current_page: page,
    last_page: lastPageOf(total, per_page),
    per_page,
    total,
  }
}

/** The ids of the messages of a search, the newest first. */
export async function findSubmissions(db: Db, search: Search): Promise<number[]> {
  const { condition = sql`true` } = foundBy(search)
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(json_agg(id order by id desc), '[]') as ids from form_submissions where ${condition}`.execute(
    db,
  )
  return rows[0]?.ids ?? []
}

/** In the order of the ids. */
export async function readSubmissions(db: Db, ids: readonly number[]): Promise<Submission[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('form_submissions')
    .select([...columns, assigneeName])
    .where('id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, toSubmission(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function foundBy({ q, form, state, assignedTo }: Search) {
  const typed = q ? toTsQuery(q) : undefined
  const conditions = [
    ...(form ? [sql`form_slug = ${form}`] : []),
    ...(state === undefined
      ? []
      : [state === 'open' ? sql`answered_at is null` : sql`answered_at is not null`]),
    ...(assignedTo === undefined
      ? []
      : [
          // Who has left answers nothing.
          assignedTo === null
            ? sql`(assigned_to is null or assigned_to in (select id from staff where not is_active))`
            : sql`assigned_to = ${assignedTo}`,
        ]),
    ...(typed === undefined ? [] : [sql`${words} @@ to_tsquery('simple', ${typed})`]),
  ]
  return {
    table: 'form_submissions',
    condition: conditions.length === 0 ? undefined : sql.join(conditions, sql` and `),
    isSearch: typed !== undefined,
  }
}

/** @throws 404 */
export async function readSubmission(db: Db | Tx, id: number): Promise<Submission> {
  const row = await db
    .selectFrom('form_submissions')
    .select([...columns, assigneeName])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw messageNotFound()
  return toSubmission(row)
}

const assigneeName = sql<string | null>`(select ${staffName} from staff s where s.id = assigned_to)`.as(
  'assignee',
)

type Row = Pick<Submission, 'id' | 'form_name' | 'form_slug' | 'email' | 'answered_by' | 'values'> & {
  assigned_to: number | null
  assignee: string | null
  created_at: Date
  answered_at: Date | null
}

const toSubmission = ({
  values,
  created_at,
  answered_at,
  assigned_to,
  assignee,
  ...row
}: Row): Submission => ({
  ...row,
  values: values.map(({ label, value }) => ({ label, value: String(value) })),
  created_at: created_at.toISOString(),
  answered_at: answered_at?.toISOString() ?? null,
  assigned_to: assigned_to === null ? null : { id: assigned_to, name: assignee ?? '' },
})

/** @throws 404 */
export async function markSubmission(tx: Tx, id: number, answeredBy: string | null): Promise<Submission> {
  await readSubmission(tx, id)
  await tx
    .updateTable('form_submissions')
    .set({ answered_by: answeredBy, answered_at: answeredBy === null ? null : sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  return readSubmission(tx, id)
}

/** Queues the mail and marks the message. @throws 404; 409 NO_MAIL_ADDRESS when the sender gave none. */
export async function answerSubmission(
  tx: Tx,
  look: MailLook,
  { id, text, by }: { id: number; text: string; by: string },
): Promise<Submission> {
  const { email, form_name } = await readSubmission(tx, id)
  if (email === null) throw noSenderAddress()
  await queueAnswer(tx, look, email, { form_name, text })
  return markSubmission(tx, id, by)
}

/** Active staff whose role may answer messages, by name. */
export const readAssignees = async (db: Db | Tx): Promise<{ id: number; name: string }[]> =>
  (await readStaffWhoMay(db, 'content.write')).map(({ id, name }) => ({ id, name }))

type Assignment = { id: number; staff_id: number | null; from_id: number | null }

/** @throws 404; 409 STALE_RECORD when it is assigned to another one than `from_id`; 422 for staff who may not answer. */
export async function assignSubmission(tx: Tx, { id, staff_id, from_id }: Assignment): Promise<Submission> {
  await tx.selectFrom('form_submissions').select('id').where('id', '=', id).forUpdate().execute()
  const present = await readSubmission(tx, id)
  if ((present.assigned_to?.id ?? null) !== from_id) throw staleAssignment(present)
  if (staff_id !== null && !(await readAssignees(tx)).some((one) => one.id === staff_id))
    throw unknownAssignee()
  await tx.updateTable('form_submissions').set({ assigned_to: staff_id }).where('id', '=', id).execute()
  return readSubmission(tx, id)
}
