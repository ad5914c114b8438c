import { randomUUID } from 'node:crypto'
import { copyFile, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '#server/platform/config/config.ts'
import type { Secrets } from '#server/platform/config/secrets.ts'
import { lastBeforeBaseline, migrate, unfinishedRestoreTable } from '#server/platform/db/migrate.ts'
import { type MigrationFolder, readMigrations, readReplaced } from '#server/platform/db/migration-files.ts'
import type { Connection } from '#server/platform/db/open.ts'
import { openUnlimitedSession } from '#server/platform/db/unlimited-session.ts'
import { type ArchiveEnd, readArchive } from './archive.ts'
import { chooseSecrets } from './choose-secrets.ts'
import { loadTables } from './load-tables.ts'
import { BackupError, type Manifest } from './manifest.ts'
import { quoteName, readDrops, readForeignKeys, readTables, type Table } from './read-schema.ts'
import { openRestoredFiles, type RestoredFiles } from './restored-files.ts'
import { readPieceName } from './table-pieces.ts'
import type { TarEntry } from './tar.ts'
import { transientTables } from './transient-tables.ts'
import { verifyArchive } from './verify-archive.ts'

export type RestoreOptions = {
  /** Opens the database; called only after the archive is known to be intact. */
  connect(): Promise<Connection>
  config: Pick<Config, 'dataDir' | 'storage' | 'tokenSecret' | 'passwordPepper'>
  file: string
  /** The folders of this release's migrations and those of the installed plugins, in their order. */
  migrations: readonly MigrationFolder[]
  acceptsNewSecrets: boolean
  onProgress?: (step: string) => void
}

export type RestoreReport = { rows: number; files: number; createdAt: string }

/**
 * Restores a backup into an empty database and data folder, completely or not at all. The archive is read through and
 * checked before anything is written. A killed restore leaves a mark in the database that prevents every start; the
 * next restore starts over.
 *
 * @throws BackupError when the archive is damaged, the database or folder is not empty, or this release cannot read
 * the schema.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { config, file, onProgress = () => {} } = options
  const found = await stat(file).catch(() => undefined)
  if (!found) throw new BackupError(`File ${file} not found`)
  if (!found.isFile()) throw new BackupError(`${file} is a folder. Name the file of the backup.`)
  onProgress('Checking the backup')
  const { manifest, secrets, end } = await verifyArchive(file)
  await requireKnownMigrations(options.migrations, manifest)
  const choice = chooseSecrets({
    manifest,
    archived: secrets === undefined ? undefined : (JSON.parse(secrets) as Secrets),
    configured: config,
    isFromDataFolder: await areSecretsFromFolder(config),
    acceptsNewSecrets: options.acceptsNewSecrets,
  })

  const connection = await options.connect()
  const client = await openUnlimitedSession(connection, { lockTimeoutMs: 20_000 })
  try {
    const target = await openRestoredFiles(config)
    await claimDatabase(client, target)
    try {
      await migrateTo(connection, options, new Set(manifest.migrations.map(({ name }) => name)))
      const files = await load(client, { file, manifest, end, target, onProgress })
      if (choice === 'write' && secrets !== undefined) await writeSecrets(config.dataDir, secrets)
      await migrateTo(connection, options)
      await client.query('analyze')
      await client.query(`drop table ${unfinishedRestoreTable}`)
      await client.query(`notify change_log`)
      const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0)
      return { rows, files, createdAt: manifest.created_at }
    } catch (error) {
      await undo(client, target).catch(() => {})
      throw error
    }
  } finally {
    await client.end()
  }
}

/** The schema is made by this release's migrations, so they, or those that its baseline stands for, must be those of the backup. */
async function requireKnownMigrations(
  folders: RestoreOptions['migrations'],
  manifest: Manifest,
): Promise<void> {
  const known = new Map<string, string>()
  const applied = new Set(manifest.migrations.map(({ name }) => name))
  for (const { folder, plugin } of folders) {
    for (const { name, checksum } of await readMigrations(folder, plugin)) known.set(name, checksum)
    const replaced = await readReplaced(folder, plugin)
    const missing = [...replaced.keys()].filter((name) => !applied.has(name))
    if (missing.length > 0 && missing.length < replaced.size)
      throw new BackupError(
        `A release before ${lastBeforeBaseline} made this backup: it is without the migration ${missing[0]}. Restore it with release ${lastBeforeBaseline}, then start this one (docs/upgrading.md).`,
      )
    for (const [name, checksum] of replaced) known.set(name, checksum)
  }
  for (const { name, checksum } of manifest.migrations) {
    if (known.get(name) === checksum) continue
    const [plugin] = name.split('/')
    if (plugin !== name && !known.has(name))
      throw new BackupError(
        `The backup contains the migration ${name}, which this installation does not have. Install the plugin ${plugin} in the version of the backup or a newer one.`,
      )
    throw new BackupError(
      `Release ${manifest.release} made this backup, with the migration ${name}, which this release ${known.has(name) ? 'has in another form' : 'does not have'}. Restore it with that release or a newer one.`,
    )
  }
}

async function areSecretsFromFolder({ dataDir, tokenSecret, passwordPepper }: RestoreOptions['config']) {
  try {
    const stored = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Partial<Secrets>
    return stored.tokenSecret === tokenSecret && stored.passwordPepper === passwordPepper
  } catch {
    // Missing or unreadable: then the secrets in use came from the environment.
    return false
  }
}

/**
 * Marks an empty database as being restored. One with the mark of an earlier restore into the same folder or bucket is
 * emptied first.
 *
 * @throws BackupError when there is anything in the database, or a file.
 */
async function claimDatabase(client: pg.Client, target: RestoredFiles): Promise<void> {
  const tables = (await readTables(client)).map(({ name }) => name)
  const { place } = target
  if (tables.includes(unfinishedRestoreTable)) {
    const { rows } = await client.query<{ place: string }>(`select place from ${unfinishedRestoreTable}`)
    if (rows[0]?.place !== place)
      throw new BackupError(
        `A restore into this database was started from ${rows[0]?.place ?? 'elsewhere'}. Finish it there, or empty the database.`,
      )
    await undo(client, target)
  } else if (tables.length > 0)
    throw new BackupError(
      'The database is not empty. Restore into a new DATA_DIR or another empty database, or empty this one first (npm run vitrine -- reset --yes).',
    )
  await target.requireEmpty()
  await client.query('begin')
  await client.query(
    `create table ${unfinishedRestoreTable} (place text not null, started_at timestamptz not null default now())`,
  )
  await client.query(`insert into ${unfinishedRestoreTable} (place) values ($1)`, [place])
  await client.query('commit')
}

/** Restores the empty database and storage. */
async function undo(client: pg.Client, target: RestoredFiles): Promise<void> {
  await client.query('rollback')
  await target.undo()
  await client.query('begin')
  for (const statement of await readDrops(client)) await client.query(statement)
  await client.query('commit')
}

async function migrateTo(connection: Connection, options: RestoreOptions, only?: ReadonlySet<string>) {
  for (const folder of options.migrations)
    await migrate(connection, {
      ...folder,
      isRestoring: true,
      ...(only ? { only } : {}),
      onProgress: ({ name }) => options.onProgress?.(`Migration ${name}`),
    })
}

type Load = {
  file: string
  manifest: Manifest
  end: ArchiveEnd
  target: RestoredFiles
  onProgress(step: string): void
}

/** Loads rows in one transaction, and the files. @returns the number of files. */
async function load(client: pg.Client, { file, manifest, end, target, onProgress }: Load): Promise<number> {
  await requireTables(client, manifest.tables)
  await client.query('begin')
  const foreignKeys = await readForeignKeys(client)
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  const names = manifest.tables.map(({ name }) => quoteName(name))
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`)

  await target.begin()
  const tables = loadTables(client, manifest.tables, (table) => onProgress(`Restoring ${table}`))
  let files = 0
  const again = await readArchive(file, async ({ name, size, body }: TarEntry) => {
    const piece = readPieceName(name)
    if (piece) return tables.add(piece.table, body)
    await tables.end()
    if (!name.startsWith('files/')) return
    await target.add(name.slice('files/'.length), body, size)
    files += 1
    if (files % 500 === 0) onProgress(`Restoring files: ${files}`)
  }).catch(async (error) => {
    await tables.abort()
    throw error
  })
  await tables.end()
  if (again.digest !== end.digest) throw new BackupError('The backup was changed while it was being restored')

  onProgress('Checking constraints')
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  await requireCounts(client, end)
  for (const [name, { last_value, is_called }] of Object.entries(end.sequences))
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      quoteName(name),
      last_value,
      is_called,
    ])
  await client.query('commit')
  await target.finish()
  return files
}

async function requireTables(client: pg.Client, wanted: Table[]): Promise<void> {
  const tables = new Map((await readTables(client)).map(({ name, columns }) => [name, new Set(columns)]))
  for (const { name, columns } of wanted) {
    const missing = tables.has(name) ? columns.find((column) => !tables.get(name)?.has(column)) : name
    if (missing === undefined && !transientTables.has(name)) continue
    throw new BackupError(
      `The backup contains ${missing === name ? `the table ${name}` : `the column ${name}.${missing}`}, which no migration of this release creates.`,
    )
  }
}

async function requireCounts(client: pg.Client, { rows: expected }: ArchiveEnd): Promise<void> {
  for (const [name, count] of Object.entries(expected)) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${quoteName(name)}`)
    if (Number(rows[0]?.count) !== count)
      throw new BackupError(`${name} has ${rows[0]?.count} rows after the restore, the backup has ${count}`)
  }
}

/** The secrets that this host generated stay next to the shop's own. */
async function writeSecrets(dataDir: string, secrets: string): Promise<void> {
  const file = join(dataDir, 'secrets.json')
  await copyFile(file, `${file}.before-restore`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  const draft = `${file}.${randomUUID()}.new`
  await writeFile(draft, secrets, { mode: 0o600 })
  await rename(draft, file)
}
