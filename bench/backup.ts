import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { transientTables } from '#server/operations/backup/transient-tables.ts'
import { storeDemoImages } from '#server/operations/seed/store-demo-images.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { type OpenDatabase, openDatabase } from '#server/platform/db/open.ts'
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { fillBackOffice } from './admin/fill-back-office.ts'
import { type Bench, megabytes, whole } from './figures.ts'

const cli = join(import.meta.dirname, '../src/cli/vitrine.ts')

/**
 * Backs up a shop with 100,000 orders, restores it into an empty data folder, and compares every table, sequence, constraint and index,
 * by the commands that an operator runs. Fails when anything differs.
 */
export const backup: Bench = {
  title: 'Backup and restore of a large shop',
  rows: [],

  async run({ dataDir, say, options }) {
    const orders = Number(options.orders ?? 100_000)
    const [source, restored] = [join(dataDir, 'backup-source'), join(dataDir, 'backup-restored')]
    const file = join(dataDir, 'shop.backup')
    const size = { products: orders / 5, orders, customers: orders / 2 }
    try {
      for (const folder of [source, restored]) mkdirSync(folder, { mode: 0o755 })
      await fillBackOffice({ dataDir: source, say }, size)
      const pictures = await storeDemoImages(createDiskStorage(join(source, 'media')))
      const before = await readShop(source, say)
      say('Backup')
      const written = await runCommand(source, ['backup', file, '--with-secrets'])
      say('Restore')
      const read = await runCommand(restored, ['restore', file])
      say('Comparing')
      const after = await readShop(restored, say)
      const different = differences(before, after)
      if (different.length > 0) throw new Error(`The restored shop differs: ${different.join(', ')}`)
      const rows = before.tables.reduce((sum, { count }) => sum + count, 0)
      return {
        rows: [
          { what: 'database', ours: megabytes(before.bytes), reference: `${whole(rows)} rows` },
          { what: 'backup: file', ours: megabytes(statSync(file).size), reference: `${pictures} pictures` },
          { what: 'backup: time, with reading it again', ours: `${written.seconds.toFixed(1)} s` },
          { what: 'backup: memory of the command at most', ours: megabytes(written.peakBytes) },
          { what: 'restore: time, with checking it first', ours: `${read.seconds.toFixed(1)} s` },
          { what: 'restore: memory of the command at most', ours: megabytes(read.peakBytes) },
          {
            what: 'tables, sequences, constraints and indexes that differ',
            ours: '0',
            reference: `of ${before.tables.length}, ${before.sequences.length}, ${before.constraints.length} and ${before.indexes.length}`,
          },
        ],
        notes: [
          `The demo shop with ${whole(size.products)} further products, ${whole(size.customers)} customers and ${whole(orders)} orders. \`vitrine backup\` and \`vitrine restore\` as an operator runs them, each with its own embedded database, started and stopped again, on a disk of this machine.`,
          'Each table is compared by the number of its rows and the sum of a hash of each row.',
          `Largest tables: ${largest(before)}.`,
        ],
      }
    } finally {
      for (const path of [source, restored, file]) rmSync(path, { recursive: true, force: true })
    }
  },
}

async function runCommand(dataDir: string, args: string[]) {
  const began = performance.now()
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peakBytes = 0
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, readPeak(child.pid))
  }, 50)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`vitrine ${args[0]} ended with ${code}`)
  return { seconds: (performance.now() - began) / 1_000, peakBytes }
}

/** The most memory that a process has had so far; 0 where the system does not tell. */
function readPeak(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

type TableContent = { name: string; count: number; hash: string; bytes: number }
type ShopContent = {
  bytes: number
  tables: TableContent[]
  sequences: string[]
  constraints: string[]
  indexes: string[]
}

async function readShop(dataDir: string, say: (line: string) => void): Promise<ShopContent> {
  const log = { info: () => {}, warn: say, error: say }
  const server = await startEmbeddedPostgres({ dataDir, log })
  const database = openDatabase({ config: server.config, statementTimeoutMs: 0 })
  try {
    return await readContent(database)
  } finally {
    await database.close()
    await server.stop()
  }
}

async function readContent({ pool }: OpenDatabase): Promise<ShopContent> {
  const texts = async (sql: string) => (await pool.query<{ text: string }>(sql)).rows.map(({ text }) => text)
  const names = await texts(
    `select relname as text from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname collate "C"`,
  )
  const tables: TableContent[] = []
  for (const name of names.filter((table) => !transientTables.has(table))) {
    const { rows } = await pool.query<Omit<TableContent, 'name'>>(
      `select count(*)::int, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as hash, pg_table_size('${name}')::int8 as bytes from ${name} t`,
    )
    if (rows[0]) tables.push({ name, ...rows[0] })
  }
  return {
    bytes: Number((await texts('select pg_database_size(current_database())::text as text'))[0]),
    tables,
    sequences: await texts(
      `select sequencename || ' ' || coalesce(last_value::text, '') as text from pg_sequences
      where schemaname = 'public' and sequencename <> 'change_log_id_seq' order by 1`,
    ),
    constraints: await texts(
      `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as text from pg_constraint
      where connamespace = 'public'::regnamespace order by 1`,
    ),
    indexes: await texts(`select indexdef as text from pg_indexes where schemaname = 'public' order by 1`),
  }
}

function differences(before: ShopContent, after: ShopContent): string[] {
  const lines = ({ tables, sequences, constraints, indexes }: ShopContent) => [
    ...tables.map(({ name, count, hash }) => `${name}: ${count} rows, ${hash}`),
    ...sequences,
    ...constraints,
    ...indexes,
  ]
  const [ours, theirs] = [new Set(lines(before)), new Set(lines(after))]
  return [...ours.symmetricDifference(theirs)]
}

const largest = ({ tables }: ShopContent) =>
  tables
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, 5)
    .map(({ name, count, bytes }) => `${name} ${megabytes(bytes)} (${whole(count)} rows)`)
    .join(', ')
