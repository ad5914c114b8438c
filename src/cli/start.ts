import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { openShop, type Shop } from '../main.ts'
import type { Config } from '../server/config/config.ts'
import { webhooksOf } from '../server/payments/webhooks-of.ts'
import { startBackground } from './background.ts'
import { createLog } from './log.ts'
import { CommandError, createProgress, say } from './print.ts'

const STOP_WITHIN_MS = 9_500

export const start = (_: string[], config: Config) => run(config, false)
export const dev = (_: string[], config: Config) => run(config, true)

/** Runs the shop until it is told to stop. Resolves when everything has stopped. */
async function run(config: Config, isDevelopment: boolean): Promise<number> {
  const stopAsked = waitForStop()
  await requireFreePort(config)
  say(`Vitrine ${isDevelopment ? 'from source' : `in ${config.mode} mode`}`)
  const log = createLog(config)
  const shop = await openShop({ config, log, onProgress: createProgress(), isDevelopment })
  try {
    await listen(shop, config)
  } catch (error) {
    await shop.close()
    throw error
  }
  sayWhere(config)
  const stopBackground = startBackground(shop, say)

  await stopAsked
  stopBackground()
  say('\nStopping …')
  const late = setTimeout(() => {
    console.error('It took too long: leaving the rest to the next start.')
    process.exit(1)
  }, STOP_WITHIN_MS)
  await shop.close()
  clearTimeout(late)
  say('Stopped.')
  return 0
}

async function listen({ app }: Shop, { port, host }: Config) {
  try {
    await app.listen({ port, host })
  } catch (error) {
    throw portError(error, port) ?? error
  }
}

/** Before anything else is done: a busy port is the commonest reason not to start. */
function requireFreePort({ port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(portError(error, port) ?? error))
    probe.listen({ port, host }, () => probe.close(() => resolve()))
  })
}

function portError(error: unknown, port: number) {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE')
    return new CommandError(
      `Port ${port} is busy: another program listens there. Choose another one: PORT=${port + 1} npm start`,
    )
  if (code === 'EACCES')
    return new CommandError(
      `Port ${port} is not open to this user. Choose one above 1023: PORT=3000 npm start`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new CommandError('HOST is no address of this machine. Without it the shop listens on localhost.')
  return undefined
}

function sayWhere(config: Config) {
  const { storeUrl, dataDir, databaseUrl, mode, mail, sms } = config
  say('')
  say(`  Shop      ${storeUrl}`)
  say(`  API       ${storeUrl}/api/docs`)
  if (mode !== 'production')
    say(
      `  Outbox    ${storeUrl}/dev/outbox   (mail and SMS land here${mail || sms ? '' : ', nothing is sent'})`,
    )
  for (const { name, path, events } of webhooksOf(config))
    say(`  ${name.padEnd(9)} ${storeUrl}${path}   (webhook for ${events.join(', ')})`)
  say(`  Data      ${dataDir}${databaseUrl ? '   (pictures; the database is DATABASE_URL’s)' : ''}`)
  say('  Reset     npm run vitrine -- reset --yes')
  say('')
  say('  Ctrl-C stops it.')
}

/**
 * Resolves on Ctrl-C, on a stop signal, and when the npm that started us is gone: killed outright it cannot tell us, and a shop
 * that nobody can see must not hold the port.
 */
function waitForStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
    if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
    const before = readParents()
    setInterval(() => readParents() !== before && resolve(), 1_000).unref()
  })
}

/** Ours and its own: between npm and us stands a shell, which stays when npm goes (where it does not, there is no `/proc` either). */
function readParents(): string {
  try {
    // `pid (name) state parent …`; the name may hold blanks.
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`
  } catch {
    return String(process.ppid)
  }
}
