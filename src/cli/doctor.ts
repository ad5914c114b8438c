import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readStoredKeys } from '../server/operations/services/service-keys.ts'
import { shownConfiguration } from '../server/operations/system/shown-configuration.ts'
import { checkAuditChain, MAX_FAULTS } from '../server/platform/audit/check-audit-chain.ts'
import type { Config } from '../server/platform/config/config.ts'
import { joinEmbeddedPostgres } from '../server/platform/db/join-embedded-postgres.ts'
import { openDatabase } from '../server/platform/db/open.ts'
import { readJobCounts, readJobTroubles } from '../server/platform/jobs/read-job-counts.ts'
import type { Db } from '../server/platform/kernel/context.ts'
import { createLog } from './log.ts'
import { say } from './print.ts'

/**
 * Prints the effective configuration (secrets and the database's password are masked), the state of the jobs and whether the audit
 * log is whole.
 * @returns the exit code: 1 when entries of the audit log were changed or removed.
 */
export async function doctor(_: string[], config: Config): Promise<number> {
  say(`Node ${process.version} on ${process.platform} ${process.arch}\n`)
  for (const { name, value, about } of shownConfiguration(config)) sayVariable(name, value, about)
  const hasCluster = existsSync(join(config.dataDir, 'postgres'))
  say(`\nDatabase cluster: ${hasCluster ? 'present' : 'created on the first start'}`)
  return config.databaseUrl || hasCluster ? await checkDatabase(config) : 0
}

const sayVariable = (name: string, value: string, about: string) =>
  say(`${name.padEnd(24)} ${value}\n${' '.repeat(25)}${about}`)

/** Prints what the database says; without one, the reason. */
async function checkDatabase(config: Config): Promise<number> {
  const embedded = config.databaseUrl
    ? undefined
    : await joinEmbeddedPostgres({ dataDir: config.dataDir, log: createLog(config) }).catch(printUnreadable)
  if (!config.databaseUrl && !embedded) return 0
  const database = openDatabase(
    embedded ? { config: embedded.config } : { connectionString: config.databaseUrl ?? '' },
  )
  try {
    await printEnteredKeys(database.db, config)
    await printJobs(database.db)
    return await printAuditLog(database.db)
  } catch (error) {
    printUnreadable(error)
    return 0
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

/** The configuration above is the environment's. */
async function printEnteredKeys(db: Db, config: Config) {
  const { rows: tables } = await sql<{ is_there: boolean }>`
    select to_regclass('service_keys') is not null as is_there`.execute(db)
  if (!tables[0]?.is_there) return
  const rows = await readStoredKeys(db, config)
  const states = rows.flatMap(({ service, entered }) =>
    entered === null ? [] : [entered ? service : `${service} (cannot be read: enter them again)`],
  )
  if (states.length > 0) say(`Keys entered in the back office: ${states.join(', ')}`)
}

async function printJobs(db: Db) {
  const counts = await readJobCounts(db)
  if (!counts) return say('Jobs: not set up yet; the first start creates the queue')
  const { waiting, running, retrying, dead, failing_records } = counts
  say(
    `Jobs: ${waiting} waiting, ${running} running, ${retrying} retrying, ${dead} dead, ${failing_records} records failing`,
  )
  for (const { job, state, count, last_error, last_at } of await readJobTroubles(db))
    say(`  ${job}: ${count} ${stateNames[state]}, last at ${last_at.toISOString()}: ${last_error}`)
}

/** A head that was noted earlier, here or in the log of the shop, must come up again while its entry is retained. */
async function printAuditLog(db: Db): Promise<number> {
  const checked = await checkAuditChain(db)
  if (!checked) {
    say('Audit log: not set up yet; the first start creates it')
    return 0
  }
  const { entries, head, faults } = checked
  say(`Audit log: ${entries} entries, head ${head.seq} ${head.hash || '(empty)'}`)
  if (faults.length === 0) return 0
  say(
    `Audit log: NOT as it was written, ${faults.length === MAX_FAULTS ? 'at least ' : ''}${faults.length} faults`,
  )
  for (const { seq, what } of faults) say(`  place ${seq}: ${what}`)
  return 1
}

const stateNames = { dead: 'dead', retrying: 'retrying', failing_records: 'records failing' } as const

const printUnreadable = (error: unknown) =>
  void say(`The database cannot be read (${error instanceof Error ? error.message : String(error)})`)
