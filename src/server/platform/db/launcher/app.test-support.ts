/**
 * A shop that consists of its database only, as a separate process that tests can kill: `node app.test-support.ts
 * <dataDir> [<options as JSON>]`. Prints one JSON line per event; with `write: true` it writes rows and prints each
 * acknowledged one. SIGTERM stops it cleanly.
 */
import pg from 'pg'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { readServerPid } from './running-server.ts'

const [dataDir = '', json = '{}'] = process.argv.slice(2)
const { write, ...internal } = JSON.parse(json)
const report = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`)
const say = (message: string) => report({ event: 'log', message })

const started = performance.now()
try {
  const server = await startEmbeddedPostgres({
    dataDir,
    log: { info: say, warn: say, error: say },
    onProgress: (step) => report({ event: 'progress', step }),
    internal,
  })
  const stop = async () => {
    await server.stop()
    report({ event: 'stopped' })
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  setInterval(() => {}, 60_000)
  report({
    event: 'ready',
    tookMs: Math.round(performance.now() - started),
    pid: readServerPid(`${server.folder}/cluster`),
    ...server,
  })
  if (write) await writeForever(server.config)
} catch (error) {
  const { name, code, message } = error as Error & { code?: string }
  report({ event: 'failed', name, code, message })
  process.exit(1)
}

async function writeForever(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  await client.query('create table if not exists written (id int primary key)')
  const { rows } = await client.query('select coalesce(max(id), 0) as last from written')
  for (let id = rows[0].last + 1; ; id++) {
    await client.query('insert into written values ($1)', [id])
    report({ event: 'acknowledged', id })
  }
}
