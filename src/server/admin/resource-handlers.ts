import type { z } from 'zod'
import type { ResourceRecord } from '#contract/admin/resource.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Config } from '#server/platform/config/config.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx, Visitor } from '#server/platform/kernel/context.ts'
import { say } from '#server/platform/kernel/handlers.ts'
import type { HookRunner } from '#server/platform/kernel/plugin.ts'
import { lockType, requireVersion, versionOf } from './record-version.ts'
import { recordNotFound } from './refusals.ts'

type Table = {
  list: { input: z.ZodObject; data: z.ZodType }
  create: { input: z.ZodObject<{ values: z.ZodObject }> }
}
type ValuesOf<T extends Table> = z.output<T['create']['input']>['values']
type QueryOf<T extends Table> = z.output<T['list']['input']>
type RowsOf<T extends Table> = z.input<T['list']['data']> extends { data: (infer Row)[] } ? Row : never

/** What is particular to a resource. The functions belong to its noun; the command line may call the same ones. */
type Rules<T extends Table> = {
  /** In the audit log: `brand`; `brand.update`. */
  type: string
  /** At the start of a message: `Brand`. */
  label: string
  list: (db: Db, query: QueryOf<T>) => Promise<{ rows: RowsOf<T>[]; total: number }>
  read: (db: Db | Tx, id: number) => Promise<ValuesOf<T> | undefined>
  /** Each runs in a transaction with the entry in the audit log, and notes the change that pages see. */
  create: (tx: Tx, values: ValuesOf<T>, call: Caller) => Promise<number>
  update: (tx: Tx, id: number, values: ValuesOf<T>, before: ValuesOf<T>, call: Caller) => Promise<unknown>
  remove: (tx: Tx, id: number, before: ValuesOf<T>, call: Caller) => Promise<unknown>
}

type Caller = {
  db: Db
  visitor: Visitor
  plugins: HookRunner
  config: Pick<Config, 'storeUrl' | 'mode' | 'gatewayKeys'>
}
type ListQuery = { page: number; per_page: number }

/**
 * The handlers of a resource's endpoints (`resourceEndpoints`): the version is compared under a lock, and the change
 * and its entry in the audit log are one transaction.
 * @throws 404; 409 STALE_RECORD with the present record and who changed it; what the rules throw.
 */
export function resourceHandlers<T extends Table>(_table: T, rules: Rules<T>) {
  type Values = ValuesOf<T>
  type Row = RowsOf<T>
  const { type, label } = rules

  async function requireRecord(db: Db | Tx, id: number): Promise<ResourceRecord<Values>> {
    const values = await rules.read(db, id)
    if (!values) throw recordNotFound(label)
    return { id, version: versionOf(values), values }
  }

  const write = (
    { db, visitor }: Pick<Caller, 'db' | 'visitor'>,
    action: string,
    ref: { id: number; version: string } | undefined,
    work: (tx: Tx, before: Values | undefined) => Promise<number>,
  ) =>
    inTransaction(db, async (tx) => {
      await lockType.all(tx, type)
      const before = ref && (await requireVersion(tx, { type, label, ...ref }, requireRecord))
      const id = await work(tx, before?.values)
      const after = action === 'remove' ? undefined : await requireRecord(tx, id)
      await writeAudit(tx, actorOf(visitor), {
        action: `${type}.${action}`,
        record: { type, id: String(id) },
        before: (before?.values as Record<string, unknown>) ?? null,
        after: (after?.values as Record<string, unknown>) ?? null,
      })
      return { id, after }
    })

  return {
    async list(query: QueryOf<T>, { db }: Pick<Caller, 'db'>) {
      const { page, per_page } = query as ListQuery
      const { rows, total } = await rules.list(db, query)
      return {
        data: rows as Row[],
        current_page: page,
        last_page: Math.max(1, Math.ceil(total / per_page)),
        per_page,
        total,
      } as never
    },
    get: ({ id }: { id: number }, { db }: Pick<Caller, 'db'>) => requireRecord(db, id) as never,
    async create({ values }: { values: Values }, call: Caller) {
      const { after } = await write(call, 'create', undefined, (tx) => rules.create(tx, values, call))
      return say(`${label} added`, after) as never
    },
    async update({ id, version, values }: { id: number; version: string; values: Values }, call: Caller) {
      const { after } = await write(call, 'update', { id, version }, async (tx, before) => {
        await rules.update(tx, id, values, before as Values, call)
        return id
      })
      return say(`${label} saved`, after) as never
    },
    async remove({ id, version }: { id: number; version: string }, call: Caller) {
      await write(call, 'remove', { id, version }, async (tx, before) => {
        await rules.remove(tx, id, before as Values, call)
        return id
      })
      return say(`${label} deleted`, { id }) as never
    },
  }
}
