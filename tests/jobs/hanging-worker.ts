import pino from 'pino'
import { type Connection, openDatabase } from '#server/platform/db/open.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { startJobs } from '#server/platform/jobs/start-jobs.ts'

/** A worker process that starts the job `hang` and never finishes it, so that a test can kill it. */
const connection = JSON.parse(process.env.JOBS_CONNECTION ?? '') as Connection
const { db, pool } = openDatabase(connection)
const hang = defineJob({
  name: 'hang',
  run: () => {
    console.log('hanging')
    return new Promise<void>(() => {})
  },
})
await startJobs({ services: { db, log: pino({ enabled: false }) }, jobs: [hang], pool })
