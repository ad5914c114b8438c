import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { startEmbeddedPostgres } from '../src/server/platform/db/embedded-postgres.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { pictureFile, schemaPicture } from './schema-picture.ts'
import { schemaFile, schemaText } from './schema-text.ts'

// Generates the table types and the picture of the tables from the migrated database: run `npm run schema` after every new migration.
const project = join(import.meta.dirname, '..')
const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-schema-'))
const server = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'error' }) })
try {
  await migrate({ config: server.config }, { folder: join(project, 'migrations') })
  const client = new pg.Client(server.config)
  await client.connect()
  try {
    writeFileSync(join(project, schemaFile), await schemaText(client))
    writeFileSync(join(project, pictureFile), await schemaPicture(client))
  } finally {
    await client.end()
  }
  console.log(`Written: ${schemaFile}, ${pictureFile}`)
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
