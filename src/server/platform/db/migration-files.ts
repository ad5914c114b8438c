import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

export type Migration = {
  /** File name; a plugin's has the plugin's name and a slash as a prefix. */
  name: string
  sql: string
  /** SHA-256 in hex, of the text with normalized line ends. */
  checksum: string
  /** The oldest release that works with the database afterwards; undefined: all earlier releases do. */
  minRelease?: string
  /** It makes a part of the schema that the migrations of `replaced.json` made. */
  isBaseline: boolean
  /** False: its statements run one by one outside a transaction, as `create index concurrently` needs. */
  isTransactional: boolean
}

/** A folder of migrations; those of a plugin are tracked under its name. */
export type MigrationFolder = { folder: string; plugin?: string }

/** The `.sql` files of a folder in the order in which they apply: by name, byte by byte. */
export async function readMigrations(folder: string, plugin?: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows may have changed the line ends, which does not change the migration.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name: plugin ? `${plugin}/${name}` : name, sql, checksum, ...readHeaders(sql) }
    }),
  )
}

/**
 * The migrations that the baseline of a folder stands for, as the last release before it left them: checksums by name, from
 * `replaced.json`. ADR 0011.
 */
export async function readReplaced(folder: string, plugin?: string): Promise<Map<string, string>> {
  const file = join(folder, 'replaced.json')
  if (!existsSync(file)) return new Map()
  const checksums = z.record(z.string(), z.string()).parse(JSON.parse(await readFile(file, 'utf8')))
  return new Map(
    Object.entries(checksums).map(([name, checksum]) => [plugin ? `${plugin}/${name}` : name, checksum]),
  )
}

/**
 * Declarations in the comment lines at the top of a migration: `-- no-transaction`, `-- baseline`, and `-- contract: 0.3.0 why` for
 * a change that releases before 0.3.0 do not work with.
 */
export function readHeaders(sql: string): Pick<Migration, 'minRelease' | 'isTransactional' | 'isBaseline'> {
  const [top = ''] = /^(?:[^\S\n]*(?:--[^\n]*)?(?:\n|$))*/.exec(sql) ?? []
  const minRelease = /^--\s*contract:\s*(\d+\.\d+\.\d+)\b/m.exec(top)?.[1]
  return {
    isTransactional: !/^--\s*no-transaction\b/m.test(top),
    isBaseline: top.split('\n').includes('-- baseline'),
    ...(minRelease ? { minRelease } : {}),
  }
}

/** The statements of a migration without transaction: each ends with a semicolon at the end of a line. */
export const splitStatements = (sql: string): string[] =>
  sql
    .replace(/^[ \t]*--.*$/gm, '')
    .split(/;[^\S\n]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')

/** Whether release `a` is older than `b`, both written `1.2.3`. */
export function isOlderRelease(a: string, b: string): boolean {
  const numbersOf = (release: string) => release.split('.').map(Number)
  const [left, right] = [numbersOf(a), numbersOf(b)]
  const at = right.findIndex((part, at) => part !== (left[at] ?? 0))
  return at >= 0 && (left[at] ?? 0) < (right[at] ?? 0)
}

const manifest = join(import.meta.dirname, '../../../../package.json')

/** The release of this program, `1.2.3`. */
export const release = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
