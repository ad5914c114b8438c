import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import type { Shop, StartOptions } from '../main.ts'
import { webhooksOf } from '../server/commerce/gateways/find-gateway.ts'
import { listenWhileStarting } from '../server/http/pages/starting-server.ts'
import { type Config, ConfigError, roles } from '../server/platform/config/config.ts'
import { startEmbeddedPostgres } from '../server/platform/db/embedded-postgres.ts'
import { errorCode, errorMessage } from '../server/platform/kernel/errors.ts'
import type { startBackground } from './background.ts'
import { noteAddress } from './last-address.ts'
import { createLog } from './log.ts'
import { createSystemdNotifier } from './notify-systemd.ts'
import { CommandError, createProgress, goOnWithoutOutput, say } from './print.ts'
import { readFace } from './shop-face.ts'

/** For requests and jobs in work after SIGTERM; Ctrl-C in a terminal waits for less. */
const FINISH_WITHIN_MS = 30_000
const FINISH_IN_TERMINAL_MS = 6_000
/** For what follows: connections, and the embedded database. */
const END_WITHIN_MS = 3_500

/** A shop without shoppers starts its background work after this. */
const ANSWER_WITHIN_MS = 500

export const start = (argv: string[], config: Config) => run(withRole(argv, config), false)
export const dev = (_: string[], config: Config) => run({ ...config, role: 'all' }, true)

/**
 * The configuration with the role of the command line.
 * @throws ConfigError for a part of the work without a database that several processes can share.
 */
function withRole(argv: string[], config: Config): Config {
  const role = roles.find((one) => one === (readRole(argv) ?? config.role ?? 'all'))
  if (!role) throw new CommandError(usage)
  if (role !== 'all' && !config.databaseUrl)
    throw new ConfigError([
      {
        variable: 'ROLE',
        problem: `${role} requires DATABASE_URL: the embedded database belongs to one process, which does all of the work (ROLE=all)`,
      },
    ])
  return { ...config, role }
}

const usage = `Usage: vitrine start [--role ${roles.join('|')}]`

function readRole(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: { role: { type: 'string' } } }).values.role
  } catch (error) {
    throw new CommandError(`${errorMessage(error)}\n${usage}`)
  }
}

/** Runs the shop until a stop signal. Resolves when everything has stopped. */
async function run(config: Config, isDevelopment: boolean): Promise<number> {
  const stopRequested = waitForStop()
  const stopping = new AbortController()
  void stopRequested.then(() => stopping.abort())
  // Checked first: a busy port is the most common reason for a failed start.
  const starting = await listenWhileStarting({ ...config, face: readFace(config) }).catch((error) => {
    throw portError(error, config.port) ?? error
  })
  const part = config.role === 'all' ? '' : `, ${config.role} only`
  say(`Vitrine ${isDevelopment ? 'from source' : `in ${config.mode} mode`}${part}`)
  const log = createLog(config)
  const { signal } = stopping
  const onProgress = createProgress()
  const shop = await launch({ config, log, onProgress, isDevelopment, signal }).catch((error) => {
    starting.close()
    if (!signal.aborted) throw error
  })
  if (!shop) return 0
  const systemd = createSystemdNotifier()
  let stopBackground: Awaited<ReturnType<typeof startBackground>>
  try {
    starting.close()
    await listen(shop, config)
    systemd.ready()
    // From here on a small heap is worth more collections; while modules load they would be an eighth of the work. ADR 0004.
    setFlagsFromString('--heap-growing-percent=30')
    goOnWithoutOutput()
    const firstAnswer = waitForAnswer(shop)
    await printUrls(shop)
    // Shoppers who wait for the start come at once: their page is made before the code of the background work is read. ADR 0004.
    await Promise.race([firstAnswer, sleep(ANSWER_WITHIN_MS), stopRequested])
    // A request for the back office before shows a progress page.
    void shop.prepareAdmin()
    const { startBackground } = await import('./background.ts')
    stopBackground = await startBackground(shop, say)
  } catch (error) {
    // A shop without its jobs would answer requests, and no signal would stop it.
    await shop.close()
    throw error
  }

  const signalName = await stopRequested
  systemd.stopping()
  await stop(shop, stopBackground, {
    isByTerm: signalName === 'SIGTERM',
    drainSeconds: config.drainSeconds,
  })
  say('Stopped.')
  return 0
}

/**
 * After SIGTERM balancers have `drainSeconds` to leave, while requests are still answered; a second signal ends that.
 * Then requests in work are answered. Jobs end in the same time.
 */
export async function stop(
  shop: Shop,
  stopBackground: Awaited<ReturnType<typeof startBackground>>,
  { isByTerm, drainSeconds = 0 }: { isByTerm: boolean; drainSeconds: number | undefined },
) {
  say('\nStopping …')
  const [drainMs, withinMs] = isByTerm ? [drainSeconds * 1_000, FINISH_WITHIN_MS] : [0, FINISH_IN_TERMINAL_MS]
  const late = setTimeout(
    () => {
      console.error('Shutdown timed out. The remaining work continues at the next start.')
      process.exit(1)
    },
    drainMs + withinMs + END_WITHIN_MS,
  )
  shop.drain({ withinMs })
  const closeServer = async () => {
    const again = new AbortController()
    void waitForStop().then(() => again.abort())
    await sleep(drainMs, undefined, { signal: again.signal }).catch(() => {})
    await shop.app.close()
  }
  await Promise.all([closeServer(), stopBackground({ withinMs })])
  await shop.close()
  clearTimeout(late)
}

/** Starts the database first: it gets ready while this process reads the modules of the shop. ADR 0004. */
async function launch(options: StartOptions): Promise<Shop> {
  const { config, log, onProgress } = options
  const { dataDir, databaseUrl } = config
  const isLaunched = Promise.withResolvers<void>()
  const embedded = databaseUrl
    ? undefined
    : startEmbeddedPostgres({ dataDir, log, onProgress, onLaunched: isLaunched.resolve })
  if (embedded) await Promise.race([isLaunched.promise, embedded])
  try {
    const { openShop } = await import('../main.ts')
    const createFirstShop: StartOptions['createFirstShop'] = async (db) =>
      (await import('./init.ts')).createFirstShop(db, config)
    return await openShop({ ...options, createFirstShop, ...(embedded && { embedded }) })
  } catch (error) {
    // After a failure of the shop it has been stopped already, which may be repeated.
    await embedded?.then(
      ({ stop }) => stop(),
      () => {},
    )
    throw error
  }
}

/** Resolves when the first request has been answered, or its connection has been closed. */
const waitForAnswer = ({ app }: Shop) =>
  new Promise<void>((resolve) => {
    app.server.once('request', (_, response) => response.once('close', resolve))
  })

async function listen({ app }: Shop, { port, host }: Config) {
  try {
    await app.listen({ port, host })
  } catch (error) {
    throw portError(error, port) ?? error
  }
}

function portError(error: unknown, port: number) {
  const code = errorCode(error)
  if (code === 'EADDRINUSE')
    return new CommandError(`Port ${port} is already in use. Choose another one: PORT=${port + 1} npm start`)
  if (code === 'EACCES')
    return new CommandError(
      `This user may not listen on port ${port}. Choose one above 1023: PORT=3000 npm start`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new CommandError('HOST is not an address of this machine. Remove it to listen on localhost.')
  return undefined
}

async function printUrls({ services: { config, db } }: Shop) {
  if (config.role === 'worker')
    return say(`\n  Background work only; /api/ready is on port ${config.port}.\n\n  Ctrl-C stops it.`)
  noteAddress(config)
  const { createDemoLink } = await import('../server/people/staff/seed-demo-owner.ts')
  const { storeUrl, dataDir, databaseUrl, mode, mail, sms, metrics } = config
  say('')
  say(`  Shop      ${storeUrl}`)
  say(`  Staff     ${storeUrl}/admin`)
  if (mode === 'demo') {
    const link = await createDemoLink(db, config)
    if (link) say(`            ${link}   (signs you in once, within 5 minutes)`)
  }
  say(`  API       ${storeUrl}/api/docs`)
  if (mode !== 'production')
    say(
      `  Outbox    ${storeUrl}/dev/outbox   (mail and SMS appear here${mail || sms ? '' : ', nothing is sent'})`,
    )
  else if (!mail) say('  Mail      not set up, so none is sent: Settings, Services in the back office')
  for (const { name, path, events } of webhooksOf(config))
    say(`  ${name.padEnd(9)} ${storeUrl}${path}   (webhook for ${events.join(', ')})`)
  if (metrics)
    say(`  Metrics   ${metrics.port === undefined ? storeUrl : `http://127.0.0.1:${metrics.port}`}/metrics`)
  say(`  Data      ${dataDir}${databaseUrl ? '   (images; the database is in DATABASE_URL)' : ''}`)
  say('  Reset     npm run vitrine -- reset --yes')
  say('')
  say('  Ctrl-C stops it.')
}

/**
 * Resolves on Ctrl-C, on a stop signal, and when the parent npm process is gone: an npm that was killed sends no
 * signal, and the shop must not keep holding the port.
 */
function waitForStop(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal))
    if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
    const before = readParents()
    setInterval(() => readParents() !== before && resolve('SIGHUP'), 1_000).unref()
  })
}

/**
 * The parent's pid and the grandparent's: npm starts us through a shell, which may outlive npm. Where it does not,
 * there is no `/proc` either.
 */
function readParents(): string {
  try {
    // `pid (name) state parent …`; the name may contain spaces.
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`
  } catch {
    return String(process.ppid)
  }
}
