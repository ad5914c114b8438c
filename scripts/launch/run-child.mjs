import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

const PARENT_CHECK_MS = 1_000

/**
 * Runs a program in the foreground until it ends, then ends like it: same exit code, same signal. Stop signals are forwarded, and
 * it is stopped when the parent of this process ends.
 */
export async function runChild(program, argv) {
  const child = spawn(program, argv, { stdio: 'inherit' })
  const stop = (signal) => child.kill(signal)
  // A terminal sends Ctrl-C to the whole group, and many programs take a second one for "at once".
  const onInterrupt = () => process.stdin.isTTY || stop('SIGINT')
  const handlers = { SIGINT: onInterrupt, SIGTERM: stop, SIGHUP: stop }
  for (const [signal, handler] of Object.entries(handlers)) process.on(signal, handler)
  const parents = readParents()
  const watch = setInterval(() => readParents() === parents || stop('SIGTERM'), PARENT_CHECK_MS)

  const { code, signal } = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  clearInterval(watch)
  for (const [signal, handler] of Object.entries(handlers)) process.off(signal, handler)
  if (signal) process.kill(process.pid, signal)
  process.exitCode = code ?? 1
}

/** The parent and, where `/proc` exists, its parent: npm starts this process through a shell, which may survive npm. */
function readParents() {
  if (process.platform === 'win32') return ''
  try {
    // `pid (name) state parent …`; the name may contain blanks.
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`
  } catch {
    return String(process.ppid)
  }
}
