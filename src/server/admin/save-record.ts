import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Services, Tx, Visitor } from '#server/platform/kernel/context.ts'
import { requireVersion } from './record-version.ts'

type Fields = Record<string, unknown>

type Save<Read extends { version: string }> = {
  /** In the audit log: `settings`, and `settings.update`. */
  type: string
  id: string
  /** At the start of a message: `Settings`. */
  label: string
  version: string
  read: (db: Db | Tx) => Promise<Read>
  /** What the log compares; secrets are masked already. */
  logged: (record: Read) => Fields
  write: (tx: Tx, before: Read) => Promise<unknown>
  /** Added to the entry's new side, such as the name of a replaced secret. */
  replaced?: Fields
}

/**
 * Changes a record that is not one of a resource: compares the version under a lock, and writes the change and its entry in the audit
 * log in one transaction.
 * @throws 409 STALE_RECORD with the present record; what `write` throws.
 */
export async function saveRecord<Read extends { version: string }>(
  call: Pick<Services, 'db' | 'changes'> & { visitor: Visitor },
  { type, id, label, version, read, logged, write, replaced = {} }: Save<Read>,
): Promise<Read> {
  const after = await inTransaction(call.db, async (tx) => {
    const before = await requireVersion(tx, { type, label, id, version }, read)
    await write(tx, before)
    const saved = await read(tx)
    await writeAudit(tx, actorOf(call.visitor), {
      action: `${type}.update`,
      record: { type, id },
      before: logged(before),
      after: { ...logged(saved), ...replaced },
    })
    return saved
  })
  await call.changes.catchUp()
  return after
}
