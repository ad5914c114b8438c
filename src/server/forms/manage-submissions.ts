import { sql } from 'kysely'
import type { Submission } from '#contract/admin/content/submissions.ts'
import type { Db, Tx } from '../kernel/context.ts'
import { containing } from '../kernel/list-page.ts'
import type { MailLook } from '../notify/mail-look.ts'
import { messageNotFound, noSenderAddress } from './refusals.ts'
import { queueAnswer, type SubmittedValue } from './submission-mails.ts'

type Query = {
  page: number
  per_page: number
  order: 'asc' | 'desc'
  q?: string | undefined
  form?: string | undefined
  state?: 'open' | 'answered' | undefined
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
] as const

export async function listSubmissions(db: Db, { page, per_page, order, q, form, state }: Query) {
  const found = db
    .selectFrom('form_submissions')
    .$if(Boolean(form), (query) => query.where('form_slug', '=', form ?? ''))
    .$if(state === 'open', (query) => query.where('answered_at', 'is', null))
    .$if(state === 'answered', (query) => query.where('answered_at', 'is not', null))
    .$if(Boolean(q), (query) =>
      query.where(
        sql<boolean>`(email ilike ${containing(q ?? '')} or values::text ilike ${containing(q ?? '')})`,
      ),
    )
  const [rows, { total }] = await Promise.all([
    found
      .select([...columns])
      .orderBy('id', order)
      .limit(per_page)
      .offset((page - 1) * per_page)
      .execute(),
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return {
    data: rows.map(toSubmission),
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / per_page)),
    per_page,
    total,
  }
}

/** @throws 404 */
export async function readSubmission(db: Db | Tx, id: number): Promise<Submission> {
  const row = await db
    .selectFrom('form_submissions')
    .select([...columns])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw messageNotFound()
  return toSubmission(row)
}

type Row = Pick<Submission, 'id' | 'form_name' | 'form_slug' | 'email' | 'answered_by'> & {
  values: unknown
  created_at: Date
  answered_at: Date | null
}

const toSubmission = ({ values, created_at, answered_at, ...row }: Row): Submission => ({
  ...row,
  values: (values as SubmittedValue[]).map(({ label, value }) => ({ label, value: String(value) })),
  created_at: created_at.toISOString(),
  answered_at: answered_at?.toISOString() ?? null,
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
