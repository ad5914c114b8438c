import { BackupError } from './manifest.ts'
import type { Table } from './read-schema.ts'

/** The name of an entry of the archive: a piece of a table in the text format of `copy`. */
export const pieceName = (table: string, number: number) =>
  `tables/${table}/${String(number).padStart(6, '0')}.copy`

/** The table and number of a piece; undefined for other entries. */
export function readPieceName(name: string): { table: string; number: number } | undefined {
  const [, table, number] = /^tables\/([^/]+)\/(\d+)\.copy$/.exec(name) ?? []
  return table === undefined ? undefined : { table, number: Number(number) }
}

/**
 * Checks what the pieces of the tables contain, across their ends: that every row has as many values as the table has columns, that
 * values are text which PostgreSQL accepts, and that no row is cut off. Reads each byte once and keeps none.
 */
export function checkTables(tables: readonly Table[]) {
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns.length]))
  const rows = new Map<string, number>()
  let current: { table: string; number: number; check: RowCheck } | undefined

  function start(table: string, number: number): RowCheck {
    if (current?.table === table && number === current.number + 1) {
      current.number = number
      return current.check
    }
    end()
    const columns = columnsOf.get(table)
    if (columns === undefined)
      throw new BackupError(`The backup is damaged: it does not describe the table ${table}`)
    if (number !== 1 || rows.has(table))
      throw new BackupError(`The backup is damaged: the pieces of the table ${table} are not in order`)
    current = { table, number, check: checkRows(table, columns) }
    return current.check
  }

  /** Call it after the last piece of a table. */
  function end() {
    if (current) rows.set(current.table, current.check.end())
    current = undefined
  }

  return {
    async add({ table, number }: { table: string; number: number }, body: AsyncIterable<Buffer>) {
      const check = start(table, number)
      for await (const bytes of body) check.add(bytes)
    },
    end,
    rowsOf: (table: string) => rows.get(table) ?? 0,
  }
}

type RowCheck = ReturnType<typeof checkRows>

const [TAB, LINE_END, BACKSLASH, NUL] = [0x09, 0x0a, 0x5c, 0x00]

/** The letters that PostgreSQL writes after a backslash. */
const escaped: ReadonlySet<number> = new Set(Buffer.from('bfnrtvN\\'))

function checkRows(table: string, columns: number) {
  const text = new TextDecoder('utf-8', { fatal: true })
  let rows = 0
  let values = 1
  let isEmptyRow = true
  let isEscape = false
  const damaged = (problem: string) =>
    new BackupError(`The backup is damaged: row ${rows + 1} of the table ${table} ${problem}`)

  function requireText(bytes?: Buffer) {
    try {
      text.decode(bytes, { stream: bytes !== undefined })
    } catch (cause) {
      const problem = `The backup is damaged: near row ${rows + 1} of the table ${table} there is text that is not UTF-8`
      throw new BackupError(problem, { cause })
    }
  }

  return {
    add(bytes: Buffer) {
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at]!
        if (isEscape) {
          if (!escaped.has(byte)) throw damaged('has an unknown escape')
          isEscape = false
        } else if (byte > BACKSLASH) {
          // Most bytes.
        } else if (byte === TAB) values += 1
        else if (byte === BACKSLASH) isEscape = true
        else if (byte === NUL) throw damaged('contains a NUL byte')
        else if (byte === LINE_END) {
          if (values !== columns) throw damaged(`has ${values} values for ${columns} columns`)
          rows += 1
          values = 1
          isEmptyRow = true
          continue
        }
        isEmptyRow = false
      }
      requireText(bytes)
    },
    /** @returns the number of rows. */
    end(): number {
      if (!isEmptyRow) throw damaged('is cut off')
      requireText()
      return rows
    },
  }
}
