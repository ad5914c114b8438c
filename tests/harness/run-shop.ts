import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const project = join(import.meta.dirname, '../..')

/**
 * Creates a shop's data folder, which PostgreSQL's own user can enter when root runs the tests. The sizes of pictures are those of
 * all shops of the run (`PICTURE_CACHE`): making them again in each shop takes 15 seconds of processor time.
 */
export function makeDataDir() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine shop '))
  chmodSync(folder, 0o755)
  if (process.env.PICTURE_CACHE) {
    mkdirSync(join(folder, 'cache'))
    symlinkSync(process.env.PICTURE_CACHE, join(folder, 'cache/img'))
  }
  return { dataDir: folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A port that was free a moment ago. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, 'localhost', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

type Options = {
  dataDir: string
  port: number
  environment?: Record<string, string>
  withNpm?: boolean
  /** The program to run without npm instead of `vitrine start`. */
  program?: readonly string[]
}

/**
 * Runs `npm start` (or, without npm, the program it starts) in its own process group, as a terminal does. The caller's
 * configuration is not inherited; an empty variable counts as unset, also for `.env`.
 */
export function runShop({
  dataDir,
  port,
  environment = {},
  withNpm = true,
  program = ['scripts/launch.mjs', 'src/cli/vitrine.ts', 'start'],
}: Options) {
  const [file, ...args] = withNpm ? ['npm', 'start'] : [process.execPath, ...program]
  const child = spawn(file as string, args, {
    cwd: project,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...cleanEnvironment(), PORT: String(port), DATA_DIR: dataDir, ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      output += text
    })
  }
  return {
    child,
    pid: child.pid as number,
    url: `http://localhost:${port}`,
    output: () => output,
    ended: new Promise<number | null>((resolve) => child.once('close', resolve)),
    /** Resolves when the shop accepts requests. */
    ready: () =>
      waitFor(
        child,
        () => output.includes('Ctrl-C stops it.'),
        () => output,
      ),
  }
}

export type RunningShop = ReturnType<typeof runShop>

const isOurs =
  /^(VITRINE_.*|STRIPE_.*|RAZORPAY_.*|SMTP_URL.*|MAIL_FROM|SMS_.*|TWILIO_.*|MSG91_.*|TRUSTED_PROXIES|METRICS_.*|OTEL_.*|CDN|VARNISH_.*|ROLE|MIGRATE|PORT|HOST|DATA_DIR|DATABASE_URL|STORE_URL|EDITOR_ORIGIN)$/

export function cleanEnvironment(): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => !isOurs.test(name) && !/^npm_/.test(name))
  return {
    ...Object.fromEntries(inherited),
    DATABASE_URL: '',
    STORE_URL: '',
    HOST: '',
    DRAIN_SECONDS: '0',
    VITRINE_MODE: 'test',
  }
}

async function waitFor(child: ChildProcess, isDone: () => boolean, output: () => string) {
  const until = Date.now() + 200_000
  while (!isDone()) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The shop ended:\n${output()}`)
    if (Date.now() > until) throw new Error(`The shop did not start:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
