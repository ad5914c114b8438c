import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ClientConfig } from 'pg'
import { memoryFolder } from '#harness/memory-folder.ts'
import { isRunning } from './process-info.ts'
import { readServerPid } from './running-server.ts'

type AppEvent = Record<string, unknown> & { event: string }

export type ReadyEvent = {
  event: 'ready'
  tookMs: number
  /** Pid of the server. */
  pid: number
  adopted: boolean
  folder: string
  config: ClientConfig
}

export type TestApp = {
  process: ChildProcess
  events: AppEvent[]
  /** The first event of that name, awaited. Rejects when the app ends without it. */
  next<Event = AppEvent>(name: string): Promise<Event>
  kill(): Promise<void>
  stop(): Promise<void>
}

const script = join(import.meta.dirname, 'app.test-support.ts')

/** A folder that every user may enter; `cleanUp` removes it and stops the servers in it. */
export function testFolder(name = 'vitrine-launcher-') {
  const folder = mkdtempSync(join(memoryFolder(), name))
  chmodSync(folder, 0o755)
  const apps: TestApp[] = []

  /** Starts the app on a data folder below it; with `uid` as another user, who then owns that data folder. */
  function run(dataDir = 'data', options: Record<string, unknown> = {}, uid?: number): TestApp {
    const path = join(folder, dataDir)
    if (uid !== undefined) {
      mkdirSync(path, { recursive: true })
      chownSync(path, uid, uid)
    }
    const child = spawn(process.execPath, [script, path, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(uid !== undefined && { uid, gid: uid }),
    })
    const app = follow(child)
    apps.push(app)
    return app
  }

  async function cleanUp(): Promise<void> {
    await Promise.all(apps.map((app) => app.kill()))
    for (const { event, folder: dataFolder } of apps.flatMap(({ events }) => events)) {
      const pid = event === 'ready' ? readServerPid(`${dataFolder}/cluster`) : undefined
      if (pid !== undefined && isRunning(pid)) process.kill(pid, 'SIGKILL')
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }

  return { path: folder, run, cleanUp }
}

function follow(child: ChildProcess): TestApp {
  const events: AppEvent[] = []
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of [...waiting]) look()
  }
  let ended = false
  const closed = new Promise<void>((resolve) =>
    child.once('close', () => {
      ended = true
      wake()
      resolve()
    }),
  )
  createInterface({ input: child.stdout! }).on('line', (line) => {
    events.push(JSON.parse(line))
    wake()
  })

  const next = <Event>(name: string) =>
    new Promise<Event>((resolve, reject) => {
      const look = () => {
        const found = events.find(({ event }) => event === name)
        if (!found && !ended) return
        waiting.delete(look)
        if (found) resolve(found as Event)
        else reject(new Error(`The app ended without "${name}": ${JSON.stringify(events.at(-1))}`))
      }
      waiting.add(look)
      look()
    })
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal)
    await closed
  }
  return { process: child, events, next, kill: end('SIGKILL'), stop: end('SIGTERM') }
}
