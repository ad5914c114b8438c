import type { z } from 'zod'
import type { ResourceRecord } from '#contract/admin/resource.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Config } from '#server/platform/config/config.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx, Visitor } from '#server/platform/kernel/context.ts'
import { say } from '#server/platform/kernel/handlers.ts'
import { pageReply } from '#server/platform/kernel/list-page.ts'
import type { HookRunner } from '#server/platform/kernel/plugin.ts'
import { lockType, requireVersion, versionOf } from './record-version.ts'
import { recordNotFound } from './refusals.ts'

type ListQuery = { page: number; per_page: number }
type Page<Row> = { data: Row[]; current_page: number; last_page: number; per_page: number; total: number }

/** The endpoints of `resourceEndpoints`, as far as their types say what the rules read and write. */
type Table<Query, Row, Values> = {
  list: { input: z.ZodType<Query>; data: z.ZodType<unknown, Page<Row>> }
  create: { input: z.ZodType<{ values: Values }> }
}

/** What is particular to a resource. The functions belong to its noun; the command line may call the same ones. */
type Rules<Query, Row, Values> = {
  /** In the audit log: `brand`; `brand.update`. */
  type: string
  /** At the start of a message: `Brand`. */
  label: string
  list: (db: Db, query: Query) => Promise<{ rows: Row[]; total: number }>
  read: (db: Db | Tx, id: number) => Promise<Values | undefined>
  /** Each runs in a transaction with the entry in the audit log, and notes the change that pages see. */
  create: (tx: Tx, values: Values, call: Caller) => Promise<number>
  update: (tx: Tx, id: number, values: Values, before: Values, call: Caller) => Promise<unknown>
  remove: (tx: Tx, id: number, before: Values, call: Caller) => Promise<unknown>
}

type Caller = {
  db: Db
  visitor: Visitor
  plugins: HookRunner
  config: Pick<Config, 'storeUrl' | 'mode' | 'companyKeys'>
}

/**
 * The handlers of a resource's endpoints (`resourceEndpoints`): the version is compared under a lock, and the change
 * and its entry in the audit log are one transaction.
 * @throws 404; 409 STALE_RECORD with the present record and who changed it; what the rules throw.
 */
export function resourceHandlers<Query extends ListQuery, Row, Values extends Record<string, unknown>>(
  _table: Table<Query, Row, Values>,
  rules: Rules<Query, Row, Values>,
) {
  const { type, label } = rules

  async function requireRecord(db: Db | Tx, id: number): Promise<ResourceRecord<Values>> {
    const values = await rules.read(db, id)
    if (!values) throw recordNotFound(label)
    return { id, version: versionOf(values), values }
  }

  const requireUnchanged = (tx: Tx, ref: { id: number; version: string }) =>
    requireVersion(tx, { type, label, ...ref }, requireRecord)

  const write = <Result>({ db }: Pick<Caller, 'db'>, work: (tx: Tx) => Promise<Result>) =>
    inTransaction(db, async (tx) => {
      await lockType.all(tx, type)
      return work(tx)
    })

  const audit = (
    tx: Tx,
    { visitor }: Pick<Caller, 'visitor'>,
    {
      action,
      id,
      before,
      after,
    }: { action: string; id: number; before: Values | null; after: Values | null },
  ) =>
    writeAudit(tx, actorOf(visitor), {
      action: `${type}.${action}`,
      record: { type, id: String(id) },
      before,
      after,
    })

  return {
    list: async (query: Query, { db }: Pick<Caller, 'db'>) => pageReply(query, await rules.list(db, query)),
    get: ({ id }: { id: number }, { db }: Pick<Caller, 'db'>) => requireRecord(db, id),
    async create({ values }: { values: Values }, call: Caller) {
      const after = await write(call, async (tx) => {
        const created = await requireRecord(tx, await rules.create(tx, values, call))
        await audit(tx, call, { action: 'create', id: created.id, before: null, after: created.values })
        return created
      })
      return say(`${label} added`, after)
    },
    async update({ id, version, values }: { id: number; version: string; values: Values }, call: Caller) {
      const after = await write(call, async (tx) => {
        const before = await requireUnchanged(tx, { id, version })
        await rules.update(tx, id, values, before.values, call)
        const updated = await requireRecord(tx, id)
        await audit(tx, call, { action: 'update', id, before: before.values, after: updated.values })
        return updated
      })
      return say(`${label} saved`, after)
    },
    async remove({ id, version }: { id: number; version: string }, call: Caller) {
      await write(call, async (tx) => {
        const before = await requireUnchanged(tx, { id, version })
        await rules.remove(tx, id, before.values, call)
        await audit(tx, call, { action: 'remove', id, before: before.values, after: null })
      })
      return say(`${label} deleted`, { id })
    },
  }
}
