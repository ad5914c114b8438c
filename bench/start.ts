import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bench, median, milliseconds } from './figures.ts'
import { makeDataDir } from './make-data-dir.ts'
import { cpuSeconds } from './processes/cpu-seconds.ts'
import { onCore, pinningNote } from './processes/on-core.ts'

const project = join(import.meta.dirname, '..')

/** What `npm start` gives to Node, its flags too. */
function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  const [, ...args] = (scripts.start as string).split(' ')
  return args.map((arg) => (/\.(ts|mjs)$/.test(arg) ? join(project, arg) : arg))
}
const again = 5

/** Row 12: from the command to the first 200 of the home page. */
export const start: Bench = {
  title: 'Start',
  rows: [12],

  async run({ say }) {
    const dataDir = makeDataDir()
    try {
      say('First start')
      const first = await timeStart(dataDir)
      const later: Timed[] = []
      const bare: number[] = []
      for (let round = 1; round <= again; round++) {
        say(`Start ${round} of ${again} on the existing database`)
        bare.push((await timeBareNode()).ms)
        later.push(await timeStart(dataDir))
      }
      const times = later.map(({ ms }) => ms)
      return {
        rows: [
          {
            row: 12,
            what: 'start on an existing database, built',
            ours: milliseconds(median(times)),
            reference: `${milliseconds(median(bare))} (bare Node)`,
            ratio: median(times.map((ms, round) => ms / (bare[round] as number))),
            budget: '≤ 1,000 ms',
            met: median(times) <= 1_000,
          },
          {
            row: 12,
            what: 'first start: database, migrations, demo shop',
            ours: milliseconds(first.ms),
            budget: '≤ 15,000 ms',
            met: first.ms <= 15_000,
          },
        ],
        notes: [
          `Wall clock from \`vitrine start\` to the first 200 of \`/\`, median of ${again}, between ${milliseconds(Math.min(...times))} and ${milliseconds(Math.max(...times))}. Bare Node: \`node -e\` with an http server, measured the same way. ${pinningNote}`,
          ...processorNote(later, first),
        ],
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

/** A running `vitrine start`; `stop` ends it as Ctrl-C does. */
export async function startCli(dataDir: string, settings: Record<string, string> = {}) {
  const port = await findFreePort()
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, ...settings }
  const running = startUntilAnswered(startArguments(), env, port)
  return { port, ...(await running) }
}

type Timed = { ms: number; processorMs: number | undefined; queuedMs: number | undefined }

/** On a machine that does other things too this says more than the clock. */
function processorNote(later: Timed[], first: Timed): string[] {
  const used = later.flatMap(({ processorMs }) => processorMs ?? [])
  const queued = later.flatMap(({ queuedMs }) => queuedMs ?? [])
  if (used.length === 0 || first.processorMs === undefined) return []
  const of = milliseconds(median(used))
  return [
    `Processor time until that response, database included: ${of}; at the first start ${milliseconds(first.processorMs)}.`,
    ...(queued.length > 0
      ? [
          `Of the wall clock the shop waited ${milliseconds(median(queued))} for a processor that other processes used, its database among them; that depends on what else the machine does.`,
        ]
      : []),
  ]
}

async function timeStart(dataDir: string): Promise<Timed> {
  const { ms, processorMs, queuedMs, stop } = await startCli(dataDir)
  await stop()
  return { ms, processorMs, queuedMs }
}

async function timeBareNode(): Promise<Timed> {
  const port = await findFreePort()
  const script = `require('node:http').createServer((q, s) => s.end('ok')).listen(${port}, '127.0.0.1')`
  const { stop, ...timed } = await startUntilAnswered(['-e', script], process.env, port)
  await stop()
  return timed
}

async function startUntilAnswered(nodeArgs: string[], env: NodeJS.ProcessEnv, port: number) {
  const started = performance.now()
  const child = spawn(...onCore('server', process.execPath, nodeArgs), {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  while (!(await isAnswered(port))) {
    if (child.exitCode !== null) throw new Error('It ended before it answered')
    await sleep(10)
  }
  const ms = performance.now() - started
  const pid = child.pid as number
  const seconds = cpuSeconds([pid])
  return {
    ms,
    processorMs: seconds === undefined ? undefined : seconds * 1_000,
    queuedMs: queuedMsOf(pid),
    pid,
    stop,
  }
}

/** Time in which the main thread was ready to run and had no core. Undefined where the kernel does not count it. */
export function queuedMsOf(pid: number): number | undefined {
  try {
    const [, nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1_000_000
  } catch {
    return undefined
  }
}

async function isAnswered(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`)
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
