import { createHash } from 'node:crypto'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { staleRecord } from './refusals.ts'

type Edited<Id extends number | string> = {
  /** In the audit log: `brand`. */
  type: string
  /** At the start of a message: `Brand`. */
  label: string
  id: Id
  /** The version that the editor has changed. */
  version: string
}

/**
 * Reads a record for a change. Other writers of its type wait until the transaction ends, so the version holds.
 * @throws 409 STALE_RECORD with the present record and who changed it; what `read` throws.
 */
export async function requireVersion<Id extends number | string, Read extends { version: string }>(
  tx: Tx,
  { type, label, id, version }: Edited<Id>,
  read: (tx: Tx, id: Id) => Promise<Read>,
): Promise<Read> {
  await lockType.all(tx, type)
  const present = await read(tx, id)
  if (present.version !== version) throw staleRecord(label, await lastActor(tx, type, id), present)
  return present
}

/** Who changed the record in the last hour, as the audit log names them. */
export const lastActor = async (tx: Tx, type: string, id: number | string): Promise<string | undefined> =>
  (await lastChange.first(tx, type, String(id)))?.actor

/** A hash of the values, so that a change by any way gives another version. */
export const versionOf = (values: unknown): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)

/** Writers of one kind of record wait for each other, so that checks such as "this address is free" hold until the end. */
export const lockType = prepared<{ locked: string }>(
  'lock records of a type',
  `select pg_advisory_xact_lock(hashtext('record:' || $1::text))::text as locked`,
)

const lastChange = prepared<{ actor: string }>(
  'last change of record',
  `select actor from audit_log where record_type = $1::text and record_id = $2::text
  and at > now() - interval '1 hour' order by id desc limit 1`,
)
