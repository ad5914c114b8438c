import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../server/config/config.ts'
import { joinEmbeddedPostgres } from '../server/db/join-embedded-postgres.ts'
import { openDatabase } from '../server/db/open.ts'
import { readJobCounts, readJobTroubles } from '../server/jobs/read-job-counts.ts'
import { shownConfiguration } from '../server/system/shown-configuration.ts'
import { createLog } from './log.ts'
import { say } from './print.ts'

/** Prints the effective configuration (secrets and the database's password are masked) and the state of the jobs. */
export async function doctor(_: string[], config: Config): Promise<number> {
  say(`Node ${process.version} on ${process.platform} ${process.arch}\n`)
  for (const { name, value, about } of shownConfiguration(config)) sayVariable(name, value, about)
  const hasCluster = existsSync(join(config.dataDir, 'postgres'))
  say(`\nDatabase cluster: ${hasCluster ? 'present' : 'created on the first start'}`)
  if (config.databaseUrl || hasCluster) await printJobs(config)
  return 0
}

const sayVariable = (name: string, value: string, about: string) =>
  say(`${name.padEnd(24)} ${value}\n${' '.repeat(25)}${about}`)

/** Prints the state of the background jobs, and what needs attention; without a database, the reason. */
async function printJobs(config: Config) {
  const embedded = config.databaseUrl
    ? undefined
    : await joinEmbeddedPostgres({ dataDir: config.dataDir, log: createLog(config) }).catch(printUnreadable)
  if (!config.databaseUrl && !embedded) return
  const database = openDatabase(
    embedded ? { config: embedded.config } : { connectionString: config.databaseUrl ?? '' },
  )
  try {
    const counts = await readJobCounts(database.db)
    if (!counts) return say('Jobs: not set up yet; the first start creates the queue')
    const { waiting, running, retrying, dead, failing_records } = counts
    say(
      `Jobs: ${waiting} waiting, ${running} running, ${retrying} retrying, ${dead} dead, ${failing_records} records failing`,
    )
    for (const { job, state, count, last_error, last_at } of await readJobTroubles(database.db))
      say(`  ${job}: ${count} ${stateNames[state]}, last at ${last_at.toISOString()}: ${last_error}`)
  } catch (error) {
    printUnreadable(error)
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

const stateNames = { dead: 'dead', retrying: 'retrying', failing_records: 'records failing' } as const

const printUnreadable = (error: unknown) =>
  void say(`Jobs: the database cannot be read (${error instanceof Error ? error.message : String(error)})`)
