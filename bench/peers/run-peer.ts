import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { onCore } from '../processes/on-core.ts'
import type { Peer } from './read-peers.ts'

const START_MS = 120_000
const STOP_MS = 10_000

/** Runs a peer's programs on the server's core while `work` measures it. @param work gets their process ids */
export async function withPeer<Result>(
  { name, origin, pages, folder, commands, env }: Peer,
  work: (pids: number[]) => Promise<Result>,
): Promise<Result> {
  const running: ChildProcess[] = []
  const stopAll = async () => {
    for (const one of running.toReversed()) await stop(one)
  }
  // They have process groups of their own, which Ctrl-C does not reach.
  process.once('SIGINT', stopAll)
  try {
    for (const [program = '', ...args] of commands)
      running.push(
        spawn(...onCore('server', program, args), {
          cwd: folder,
          env: { ...process.env, NODE_ENV: 'production', ...env },
          stdio: ['ignore', 'ignore', 'inherit'],
          detached: true,
        }).on('error', (error) => console.error(`${name}: ${error.message}`)),
      )
    await waitUntilReady(name, origin + pages.listing, running)
    return await work(running.flatMap(({ pid }) => pid ?? []))
  } finally {
    process.off('SIGINT', stopAll)
    await stopAll()
  }
}

async function waitUntilReady(name: string, url: string, running: readonly ChildProcess[]) {
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(250)) {
    const isReady = await fetch(url).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isReady) return
    const ended = running.find(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)
    if (ended) throw new Error(`${name}: ${ended.spawnargs.join(' ')} ended with ${ended.exitCode}`)
  }
  throw new Error(`${name}: ${url} did not answer 200 within ${START_MS / 1_000} s`)
}

/** Ends a process and all that it started. */
async function stop(one: ChildProcess) {
  if (one.pid === undefined || one.exitCode !== null || one.signalCode !== null) return
  const ended = once(one, 'exit')
  const group = -one.pid
  process.kill(group, 'SIGTERM')
  const timer = setTimeout(() => process.kill(group, 'SIGKILL'), STOP_MS)
  await ended
  clearTimeout(timer)
}
