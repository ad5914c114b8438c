import { userInfo } from 'node:os'
import { sql } from 'kysely'
import type { AuditEntry } from '#contract/admin/staff.ts'
import { startingWith } from '#server/platform/kernel/list-page.ts'
import type { Db, Tx, Visitor } from '../kernel/context.ts'
import { lastPageOf } from '../kernel/count-about.ts'
import { listFound } from '../kernel/list-found.ts'
import { json } from '../kernel/schema.ts'

/** Who changes something: a member of staff, or the operator at the command line. */
export type Actor = { staffId: number | null; name: string; ip: string }

/** @throws nothing: a call without staff, such as a failed sign-in, is recorded by its e-mail address. A key is named. */
export const actorOf = ({ staff, ip }: Pick<Visitor, 'staff' | 'ip'>, name = nameOf(staff)): Actor => ({
  staffId: staff?.id ?? null,
  name,
  ip,
})

const nameOf = (staff: Visitor['staff']) =>
  staff ? `${staff.email}${staff.apiKey ? ` (key ${staff.apiKey.name})` : ''}` : 'unknown'

/** The operating system's user. */
export const commandLineActor = (): Actor => ({ staffId: null, name: `cli:${userName()}`, ip: '' })

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run as a user id without a name.
    return String(process.getuid?.() ?? 'unknown')
  }
}

type Fields = Record<string, unknown>
export type Change = {
  /** 'order.pack' */
  action: string
  record: { type: string; id: string }
  before?: Fields | null
  after?: Fields | null
}

/** What an editor's "Save" does; other actions are recorded for themselves, such as a parcel that was scanned again. */
const saves = new Set(['update', 'describe', 'move', 'reply', 'apply_theme'])

/**
 * Records a change, in the transaction that makes it. Only the fields that differ are stored, and a save of a record as it was is no
 * change. Back office, "Access".
 */
export async function writeAudit(
  tx: Tx | Db,
  { staffId, name, ip }: Actor,
  { action, record, before = null, after = null }: Change,
): Promise<void> {
  const changed = changedFields(before, after)
  const isSave = before && after && saves.has(action.slice(action.lastIndexOf('.') + 1))
  if (isSave && Object.keys({ ...changed.before, ...changed.after }).length === 0) return
  await tx
    .insertInto('audit_log')
    .values({
      staff_id: staffId,
      actor: name,
      ip,
      action,
      record_type: record.type,
      record_id: record.id,
      before: changed.before && json(changed.before),
      after: changed.after && json(changed.after),
    })
    .execute()
}

/**
 * Records those of several changes of a record that changed something.
 * @returns whether any did
 */
export async function auditChanges(
  tx: Tx,
  actor: Actor,
  record: Change['record'],
  changes: readonly { action: string; before: Fields; after: Fields }[],
): Promise<boolean> {
  const made = changes.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
  for (const change of made) await writeAudit(tx, actor, { record, ...change })
  return made.length > 0
}

const secret = /password|secret|token|totp|hash|api_?key/i

/** The fields that differ, with secrets masked; null for a record that did not exist on that side. */
export function changedFields(before: Fields | null, after: Fields | null) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  )
  const side = (fields: Fields | null, other: Fields | null) =>
    fields &&
    Object.fromEntries(
      names
        .filter((name) => fields[name] !== undefined)
        .map((name) => [
          name,
          secret.test(name) && fields[name] !== null ? '•••' : changedEntries(fields[name], other?.[name]),
        ]),
    )
  return { before: side(before, after), after: side(after, before) }
}

/**
 * The entries of a list of records that the other version does not have equally: one price of 2,000 variations is not all of them
 * twice. In another order, the equal ones are there by their ids. Any other value as it is.
 */
function changedEntries(value: unknown, other: unknown): unknown {
  const [entries, others] = [entriesById(value), entriesById(other)]
  if (!entries || !others) return value
  const isSameOrder = orderIn(entries, others) === orderIn(others, entries)
  return [...entries].flatMap(([id, text]) =>
    text !== others.get(id) ? [JSON.parse(text) as unknown] : isSameOrder ? [] : [{ id }],
  )
}

const orderIn = (entries: ReadonlyMap<unknown, string>, others: ReadonlyMap<unknown, string>) =>
  [...entries.keys()].filter((id) => others.has(id)).join()

/** Undefined for anything but a list of records, each with an id of its own. */
function entriesById(value: unknown): ReadonlyMap<unknown, string> | undefined {
  if (!Array.isArray(value)) return undefined
  const entries = new Map<unknown, string>()
  for (const entry of value) {
    const id: unknown = fieldsIn(entry)?.id
    if (typeof id !== 'number' || entries.has(id)) return undefined
    entries.set(id, JSON.stringify(entry))
  }
  return entries
}

const fieldsIn = (json: unknown): Fields | null =>
  typeof json === 'object' && json !== null ? { ...json } : null

type AuditQuery = {
  page: number
  per_page: number
  order: 'asc' | 'desc'
  q?: string | undefined
  action?: string | undefined
  record_type?: string | undefined
  record_id?: string | undefined
}

/** A page of the log; `q` finds the actor by the start of their name. */
export async function listAudit(db: Db, { q, action, record_type, record_id, ...query }: AuditQuery) {
  const { page, per_page, order } = query
  const fields = Object.entries({ action, record_type, record_id })
  const conditions = [
    ...fields.flatMap(([name, value]) => (value === undefined ? [] : [sql`${sql.ref(name)} = ${value}`])),
    ...(q ? [sql`actor like ${startingWith(q.toLowerCase())}`] : []),
  ]
  const { ids, total } = await listFound(db, query, {
    table: 'audit_log',
    condition: conditions.length === 0 ? undefined : sql.join(conditions, sql` and `),
  })
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('audit_log')
          .select(['id', 'at', 'actor', 'ip', 'action', 'record_type', 'record_id', 'before', 'after'])
          .where('id', 'in', ids)
          .orderBy('id', order)
          .execute()
  return {
    data: rows.map(
      ({ at, before, after, ...row }): AuditEntry => ({
        ...row,
        at: at.toISOString(),
        before: fieldsIn(before),
        after: fieldsIn(after),
      }),
    ),
    current_page: page,
    last_page: lastPageOf(total, per_page),
    per_page,
    total,
  }
}
