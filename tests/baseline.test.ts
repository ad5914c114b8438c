import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { describeSchema } from '#harness/describe-schema.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { readMigrations } from '#server/platform/db/migration-files.ts'
import { migrationFoldersOf } from '#server/shop/plugins/migrate-plugins.ts'
import { installedPlugins } from '../src/plugins/installed.server.ts'

const project = join(import.meta.dirname, '..')

/** Fingerprints of what the 99 migrations of release 0.9.0 made, by table, function and sequence. ADR 0011. */
const expected = JSON.parse(readFileSync(join(import.meta.dirname, 'baseline-fingerprints.json'), 'utf8'))

/** Ids and times that are new in each database. */
const masked = (line: string) =>
  line.replace(/[\da-f]{8}-[\da-f-]{27}/g, 'uuid').replace(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g, 'time')

const fingerprint = (lines: readonly string[]) =>
  createHash('sha256').update(lines.map(masked).join('\n')).digest('hex').slice(0, 12)

test('the baseline makes the tables, functions, sequences and rows of release 0.9.0', async () => {
  const { pool, connection } = await testDatabase({ empty: true })
  for (const { folder, plugin } of [
    { folder: join(project, 'migrations') },
    ...migrationFoldersOf(installedPlugins),
  ]) {
    const migrations = await readMigrations(folder, plugin)
    const only = new Set(migrations.filter(({ isBaseline }) => isBaseline).map(({ name }) => name))
    await migrate(connection, { folder, only, ...(plugin && { plugin }) })
  }

  const found = Object.entries(await describeSchema(pool)).map(([owner, lines]) => [
    owner,
    fingerprint(lines),
  ])
  expect(Object.fromEntries(found)).toEqual(expected)
})
