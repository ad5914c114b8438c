import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrateJobs } from '#server/platform/jobs/migrate-jobs.ts'
import { asAdmin } from './admin-client.ts'
import { inDatabase, type TestServer, templateName } from './database-server.ts'
import { memoryFolder } from './memory-folder.ts'

const migrations = join(import.meta.dirname, '../../migrations')
const staleAfterMs = 6 * 60 * 60 * 1000

/**
 * Provides one PostgreSQL server for the whole run, with a migrated template that test files copy: the one of TEST_DATABASE_URL
 * (whose user must be allowed to create databases), else an embedded one in a temporary folder.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL
  const { stop, ...where } = url ? givenServer(url) : await embeddedServer()
  const server: TestServer = { ...where, prefix: `vitrine_test_${Date.now()}_${process.pid}` }
  try {
    await asAdmin(server, async (client) => {
      await dropDatabases(client, isStale)
      await client.query(
        `create database ${templateName(server)}${server.owner ? ` owner ${server.owner}` : ''}`,
      )
    })
    const template = inDatabase(server.app, templateName(server))
    await migrate(template, { folder: migrations })
    await migrateJobs(template)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('testServer', server)

  return async () => {
    if (url)
      await asAdmin(server, (client) => dropDatabases(client, (name) => name.startsWith(server.prefix)))
    await stop()
  }
}

type Where = Omit<TestServer, 'prefix'> & { stop(): Promise<void> }

function givenServer(connectionString: string): Where {
  return { admin: { connectionString }, app: { connectionString }, stop: async () => {} }
}

async function embeddedServer(): Promise<Where> {
  const folder = mkdtempSync(join(memoryFolder(), 'vitrine-tests-'))
  // When root runs the tests, PostgreSQL's own user needs access.
  chmodSync(folder, 0o755)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const { config, stop } = await startEmbeddedPostgres({
    dataDir: folder,
    log: { info: () => {}, warn: console.warn, error: console.warn },
    internal: {
      settings: {
        ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
        // The tests have a database for each file, and would keep its workers busy.
        autovacuum_naptime: '1min',
      },
    },
  }).catch((error) => {
    remove()
    throw error
  })
  const watchdog = process.platform === 'win32' ? undefined : watchOverServer(folder)
  return {
    admin: { config: { ...config, user: 'postgres', database: 'postgres' } },
    app: { config },
    owner: config.user,
    async stop() {
      await stop()
      remove()
      watchdog?.kill()
    },
  }
}

/** Stops the server and removes its folder when the run ends, also by kill -9: the end of the process closes the pipe. */
function watchOverServer(folder: string) {
  const script = `
    cat > /dev/null
    pid=$(head -n 1 "$1/postgres/cluster/postmaster.pid")
    kill -QUIT "$pid"
    while kill -0 "$pid"; do sleep 0.1; done
    rm -rf "$1"`
  const child = spawn('/bin/sh', ['-c', script, 'sh', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  child.unref()
  return child
}

/** Whether a killed run left this database on a given server. */
function isStale(name: string): boolean {
  const startedAt = Number(/^vitrine_test_(\d+)_/.exec(name)?.[1])
  return Date.now() - startedAt > staleAfterMs
}

async function dropDatabases(client: Client, isUnwanted: (name: string) => boolean): Promise<void> {
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database')
  for (const { datname } of rows.filter((row) => isUnwanted(row.datname))) {
    await client.query(`drop database if exists ${datname} with (force)`)
  }
}
