import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../kernel/context.ts'

export type AuditChain = {
  entries: number
  head: { seq: number; hash: string }
  /** At most `MAX_FAULTS`. */
  faults: { seq: number; what: string }[]
}

const BATCH = 5_000
export const MAX_FAULTS = 20

/**
 * Compares every entry of the audit log with its hash in the chain. The hashes are computed here: functions in the database may have
 * been changed too. ADR 0015.
 * @returns undefined for a database of before the chain.
 */
export async function checkAuditChain(db: Db): Promise<AuditChain | undefined> {
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regclass('audit_chain') is not null as is_there`.execute(db)
  if (!rows[0]?.is_there) return undefined
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(checkIn)
}

async function checkIn(tx: Tx): Promise<AuditChain> {
  const start = await tx.selectFrom('audit_chain_start').select(['seq', 'hash']).executeTakeFirstOrThrow()
  const faults: AuditChain['faults'] = []
  let head = start
  let entries = 0
  for (;;) {
    const links = await readLinks(tx, head.seq)
    for (const { seq, hash, text } of links) {
      entries += 1
      if (seq !== head.seq + 1) faults.push({ seq, what: `follows place ${head.seq}: places are missing` })
      else if (text === null) faults.push({ seq, what: 'its entry was removed' })
      else if (hashOf(head.hash, text) !== hash)
        faults.push({ seq, what: 'its entry, or its hash, was changed' })
      head = { seq, hash }
      if (faults.length === MAX_FAULTS) return { entries, head, faults }
    }
    if (links.length < BATCH) break
  }
  const { count } = await tx
    .selectFrom('audit_log as a')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('audit_chain as c').select('c.seq').whereRef('c.audit_id', '=', 'a.id')),
      ),
    )
    .executeTakeFirstOrThrow()
  if (count > 0) faults.push({ seq: head.seq, what: `${count} entries have no place in the chain` })
  return { entries, head, faults }
}

const hashOf = (previous: string, text: string) =>
  createHash('sha256').update(previous).update(text).digest('hex')

/** The text is the one of `audit_entry_text` of the migrations. */
async function readLinks(tx: Tx, after: number) {
  const { rows } = await sql<{ seq: number; hash: string; text: string | null }>`
    select c.seq, c.hash, case when a.id is not null then
      jsonb_build_array(a.id, extract(epoch from a.at), a.actor, a.ip, a.action, a.record_type, a.record_id, a.before, a.after)::text
    end as text
    from audit_chain c left join audit_log a on a.id = c.audit_id
    where c.seq > ${after} order by c.seq limit ${BATCH}`.execute(tx)
  return rows
}
