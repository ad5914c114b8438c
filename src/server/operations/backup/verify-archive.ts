import { isStoredPath } from '#server/platform/kernel/file-storage.ts'
import { type ArchiveEnd, readAll, readArchive } from './archive.ts'
import { BackupError, type Manifest } from './manifest.ts'
import { checkTables, readPieceName } from './table-pieces.ts'

/**
 * Reads a whole archive without writing anything: that its bytes are those that were written, and that a restore can read every row
 * and every file name.
 *
 * @throws BackupError when the file is not a backup, is truncated, was changed, or contains what cannot be restored.
 */
export async function verifyArchive(file: string) {
  let manifest: Manifest | undefined
  let secrets: string | undefined
  let tables: ReturnType<typeof checkTables> | undefined
  const end = await readArchive(file, async ({ name, body }) => {
    if (!manifest) {
      if (name !== 'manifest.json') throw notABackup()
      manifest = parseManifest((await readAll(body)).toString())
      tables = checkTables(manifest.tables)
      return
    }
    const piece = readPieceName(name)
    if (piece) return tables?.add(piece, body)
    if (name === 'secrets.json') secrets = (await readAll(body)).toString()
    else if (name.startsWith('files/')) requireStorable(name.slice('files/'.length))
  })
  if (!manifest) throw notABackup()
  tables?.end()
  requireRows(manifest, end, (table) => tables?.rowsOf(table) ?? 0)
  return { manifest, secrets, end }
}

function parseManifest(text: string): Manifest {
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 'vitrine-backup') throw notABackup()
  if (manifest.version !== 1)
    throw new BackupError(
      `The backup has format ${manifest.version}, which a newer release wrote. Restore it with that one.`,
    )
  return manifest
}

const notABackup = () => new BackupError('This file is not a backup of Vitrine')

function requireStorable(path: string) {
  if (!isStoredPath(path)) throw new BackupError(`The backup contains a file with an invalid path: ${path}`)
}

function requireRows(manifest: Manifest, { rows }: ArchiveEnd, rowsOf: (table: string) => number) {
  for (const { name } of manifest.tables)
    if (rowsOf(name) !== rows[name])
      throw new BackupError(
        `The backup is damaged: it has ${rowsOf(name)} rows of the table ${name}, and had ${rows[name]}`,
      )
}
