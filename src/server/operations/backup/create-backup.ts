import { randomUUID } from 'node:crypto'
import { rename, rm, stat } from 'node:fs/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Config } from '#server/platform/config/config.ts'
import { isRestoreUnfinishedSql } from '#server/platform/db/migrate.ts'
import { release } from '#server/platform/db/migration-files.ts'
import type { Connection } from '#server/platform/db/open.ts'
import { openUnlimitedSession } from '#server/platform/db/unlimited-session.ts'
import { type FileStorage, listStored } from '#server/platform/kernel/file-storage.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { type ArchiveEnd, type ArchiveWriter, createArchive } from './archive.ts'
import { BackupError, fingerprintsOf, type Manifest } from './manifest.ts'
import { quoteName, readSequences, readTables, type Table } from './read-schema.ts'
import { pieceName } from './table-pieces.ts'
import { transientTables } from './transient-tables.ts'
import { verifyArchive } from './verify-archive.ts'

/**
 * Tables are written in pieces of about this size, each its own entry, since a tar entry states its size before its
 * content. A piece ends anywhere, also within a row, which may be larger than a piece: together they are one stream. ADR 0013.
 */
const PIECE_BYTES = 8 * 1024 * 1024

export type BackupOptions = {
  connection: Connection
  config: Pick<Config, 'dataDir' | 'storage' | 'tokenSecret' | 'passwordPepper'>
  /** Must not exist yet. */
  file: string
  withSecrets: boolean
  onProgress?: (step: string) => void
}

export type BackupReport = { rows: number; files: number; bytes: number }

/**
 * Writes database and files into one archive, next to a running shop: all tables are read in one snapshot. The file
 * appears when it is complete. Nothing is migrated or changed.
 *
 * @throws BackupError when the file exists, the database is incomplete, or its tables change during the backup.
 */
export async function createBackup(options: BackupOptions): Promise<BackupReport> {
  const { connection, config, file, withSecrets, onProgress = () => {} } = options
  await requireFree(file)
  // Another backup to the same file, such as one that a schedule started too early, writes its own.
  const draft = `${file}.${randomUUID()}.part`
  const client = await openUnlimitedSession(connection, { lockTimeoutMs: 60_000 })
  let archive: ArchiveWriter | undefined
  try {
    const { tables, migrations } = await openSnapshot(client)
    const manifest: Manifest = {
      format: 'vitrine-backup',
      version: 1,
      created_at: new Date().toISOString(),
      release,
      migrations,
      tables,
      secrets: fingerprintsOf(config),
    }
    archive = createArchive(draft)
    await archive.add('manifest.json', Buffer.from(JSON.stringify(manifest)))
    const rows: ArchiveEnd['rows'] = {}
    for (const table of tables) {
      rows[table.name] = await addTable(client, archive, table, onProgress)
    }
    // Read after the tables: sequences are not part of a snapshot, and must not be behind the rows.
    const sequences = await readSequenceValues(client)
    await client.query('commit')
    // Copied after the snapshot: files are written before the rows that name them.
    const files = await addFiles(archive, await openStorage(config), onProgress)
    if (withSecrets) {
      const { tokenSecret, passwordPepper } = config
      await archive.add('secrets.json', Buffer.from(JSON.stringify({ tokenSecret, passwordPepper })))
    }
    await archive.finish({ rows, sequences })
    onProgress('Reading the backup again')
    await verifyArchive(draft)
    const { size } = await stat(draft)
    await requireFree(file)
    await rename(draft, file)
    return { rows: Object.values(rows).reduce((sum, count) => sum + count, 0), files, bytes: size }
  } catch (error) {
    await archive?.abort()
    await rm(draft, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function requireFree(file: string): Promise<void> {
  if (await stat(file).catch(() => undefined))
    throw new BackupError(`${file} already exists. Choose another name, or move it away.`)
}

/**
 * Begins the transaction whose snapshot all tables are read in. A migration that needs a lock on one of them retries
 * until it ends (ADR 0011).
 */
async function openSnapshot(client: pg.Client) {
  const storedTables = async () => (await readTables(client)).filter(({ name }) => !transientTables.has(name))
  const { rows } = await client.query<{ is_unfinished: boolean }>(isRestoreUnfinishedSql)
  if (rows[0]?.is_unfinished)
    throw new BackupError(
      'A restore into this database was not finished, so there is no complete shop to back up.',
    )
  const before = await storedTables()
  if (before.length === 0) throw new BackupError('The database is empty: there is nothing to back up.')
  await client.query('begin isolation level repeatable read, read only')
  // Before the first query, which takes the snapshot: a table rewritten in between would appear empty.
  await client.query(
    `lock table ${before.map(({ name }) => quoteName(name)).join(', ')} in access share mode`,
  )
  const tables = await storedTables()
  if (JSON.stringify(tables) !== JSON.stringify(before))
    throw new BackupError('The database was being migrated. Run the backup again.')
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name collate "C"',
  )
  return { tables, migrations }
}

async function addTable(
  client: pg.Client,
  archive: ArchiveWriter,
  { name, columns }: Table,
  onProgress: (step: string) => void,
): Promise<number> {
  const list = columns.map(quoteName).join(', ')
  const copy = client.query(copyTo(`copy (select ${list} from ${quoteName(name)}) to stdout`))
  let pieces: Buffer[] = []
  let bytes = 0
  let number = 0
  let rows = 0
  const flush = async () => {
    number += 1
    await archive.add(pieceName(name, number), Buffer.concat(pieces))
    pieces = []
    bytes = 0
  }
  const copied: AsyncIterable<Buffer> = copy
  for await (const piece of copied) {
    pieces.push(piece)
    bytes += piece.length
    rows += countLines(piece)
    if (bytes < PIECE_BYTES) continue
    await flush()
    onProgress(`${name}: ${number * 8} MB`)
  }
  if (bytes > 0) await flush()
  if (rows > 0) onProgress(`${name}: ${rows} rows`)
  return rows
}

/** One row per line, as the format escapes line ends in values. The stream's own count may arrive after its end. */
function countLines(piece: Buffer): number {
  let lines = 0
  for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines += 1
  return lines
}

async function readSequenceValues(client: pg.Client): Promise<ArchiveEnd['sequences']> {
  const values: ArchiveEnd['sequences'] = {}
  for (const name of await readSequences(client)) {
    const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${quoteName(name)}`,
    )
    if (rows[0]) values[name] = rows[0]
  }
  return values
}

async function addFiles(archive: ArchiveWriter, storage: FileStorage, onProgress: (step: string) => void) {
  let count = 0
  for await (const { path, size } of listStored(storage)) {
    try {
      await archive.addFile(`files/${path}`, size, await storage.readStream(path))
      count += 1
    } catch (error) {
      // An unused photo was deleted after the listing: the snapshot does not need it.
      if (error instanceof BackupError || (await storage.find(path))) throw error
    }
    if (count % 500 === 0 && count > 0) onProgress(`files: ${count}`)
  }
  if (count > 0) onProgress(`files: ${count}`)
  return count
}
