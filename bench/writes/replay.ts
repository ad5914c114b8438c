import type pg from 'pg'
import type { Statement } from './record-statements.ts'

/** What has happened so far in the transaction that is being sent again. */
export type Seen = {
  /** The first row that each statement returned, by its name. */
  rows: Record<string, Record<string, unknown> | undefined>
  /** How often the statement has been sent before in this transaction. */
  times: number
}

/** The values of each named statement, made for one job from those that were recorded. */
export type Fill<Job> = Record<string, (recorded: unknown[], job: Job, seen: Seen) => unknown[]>

export const asRecorded = (recorded: unknown[]) => recorded

/**
 * A transaction as the shop's own code sends it, ready to be sent again for another cart by nothing but `pg`: what the database
 * alone costs.
 *
 * @throws when the shop sends a statement that `fill` does not know, so that the reference can never lag behind the code.
 */
export function createReplay<Job>(statements: readonly Statement[], fill: Fill<Job>) {
  for (const { name, text } of statements)
    if (!(name === undefined ? /^(begin|commit)$/.test(text) : Object.hasOwn(fill, name)))
      throw new Error(`The reference does not know this statement of the shop: ${name ?? text}`)

  return async function replay(client: pg.PoolClient, job: Job): Promise<Seen['rows']> {
    const rows: Seen['rows'] = {}
    const times: Record<string, number> = {}
    for (const { name = '', text, values = [] } of statements) {
      const seen = { rows, times: times[name] ?? 0 }
      times[name] = seen.times + 1
      const filled = fill[name]?.(values, job, seen)
      const result = await client.query(filled ? { name, text, values: filled } : text)
      rows[name] = result.rows[0]
    }
    return rows
  }
}
