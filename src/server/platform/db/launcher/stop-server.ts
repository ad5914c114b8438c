import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf, isRunning } from './process-info.ts'

const timeoutsMs = { fast: 4000, immediate: 1200, killed: 800 }

/**
 * Stops a server and waits until it is gone, 6 s at most: a fast shutdown (open transactions roll back, a checkpoint
 * is written), then an immediate one, then kill -9; after these two the next start recovers from the write-ahead log.
 */
export async function stopServer(pid: number, windows: { pgCtl: string; cluster: string }): Promise<void> {
  if (process.platform === 'win32') return stopOnWindows(pid, windows)

  signal(pid, 'SIGINT')
  if (await isGone([pid], timeoutsMs.fast)) return
  const workers = childrenOf(pid)
  signal(pid, 'SIGQUIT')
  if (await isGone([pid, ...workers], timeoutsMs.immediate)) return
  for (const process of [pid, ...workers]) signal(process, 'SIGKILL')
  await isGone([pid, ...workers], timeoutsMs.killed)
}

/** Signals end a process on Windows without a shutdown, so PostgreSQL's own tool stops it. */
async function stopOnWindows(
  pid: number,
  { pgCtl, cluster }: { pgCtl: string; cluster: string },
): Promise<void> {
  const stop = (mode: string) =>
    spawn(pgCtl, ['stop', '-D', cluster, '-m', mode, '-W'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => {},
    )
  stop('fast')
  if (await isGone([pid], timeoutsMs.fast)) return
  stop('immediate')
  if (await isGone([pid], timeoutsMs.immediate)) return
  signal(pid, 'SIGKILL')
  await isGone([pid], timeoutsMs.killed)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // Already gone.
  }
}

async function isGone(pids: number[], withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (pids.some(isRunning)) {
    if (performance.now() > deadline) return false
    await sleep(5)
  }
  return true
}
