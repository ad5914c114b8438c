import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupError } from './manifest.ts'
import { quoteName, type Table } from './read-schema.ts'

/**
 * Loads tables whose pieces arrive one after the other: one COPY for each table, open until another table begins, because a piece may
 * end within a row. ADR 0013.
 */
export function loadTables(client: pg.Client, tables: readonly Table[], onTable: (table: string) => void) {
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]))
  let current: { table: string; input: PassThrough; loaded: Promise<void> } | undefined

  function start(table: string) {
    const columns = columnsOf.get(table)
    if (!columns) throw new BackupError(`The backup is damaged: it does not describe the table ${table}`)
    onTable(table)
    const input = new PassThrough()
    const list = columns.map(quoteName).join(', ')
    const loaded = pipeline(input, client.query(copyFrom(`copy ${quoteName(table)} (${list}) from stdin`)))
    // Awaited in `add` and `end`. The no-op handler keeps an early rejection from being reported as unhandled.
    loaded.catch(() => {})
    return { table, input, loaded }
  }

  async function end() {
    if (!current) return
    const { input, loaded } = current
    current = undefined
    input.end()
    await loaded
  }

  return {
    async add(table: string, body: AsyncIterable<Buffer>) {
      if (current && current.table !== table) await end()
      current ??= start(table)
      const { input, loaded } = current
      for await (const bytes of body)
        if (!input.write(bytes)) await Promise.race([once(input, 'drain'), loaded])
    },
    /** Call it after the last piece. */
    end,
    /** Cancels an open COPY, so that the connection can roll back. */
    async abort() {
      if (!current) return
      current.input.destroy(new Error('the restore was given up'))
      await current.loaded.catch(() => {})
    },
  }
}
