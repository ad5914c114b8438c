import { execFile } from 'node:child_process'

type Run = (states: string[]) => void

/** By its own program, because Node has no datagram sockets of Unix. Failures are ignored: systemd restarts a process that sends nothing. */
const runNotify: Run = (states) => void execFile('systemd-notify', states, () => {})

/**
 * Notifies systemd (`Type=notify` in `deploy/systemd/vitrine.service`) when the shop listens, at twice the rate of `WatchdogSec` that its
 * event loop runs, and when it stops.
 */
export function createSystemdNotifier(
  { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID }: NodeJS.ProcessEnv = process.env,
  run: Run = runNotify,
) {
  const notify: Run = (states) => {
    if (NOTIFY_SOCKET) run(states)
  }
  const watchdogMs = WATCHDOG_PID === String(process.pid) ? Number(WATCHDOG_USEC) / 1_000 : 0
  return {
    ready() {
      notify(['--ready', '--status=The shop answers requests'])
      if (watchdogMs > 0) setInterval(() => notify(['WATCHDOG=1']), watchdogMs / 2).unref()
    },
    stopping: () => notify(['STOPPING=1', '--status=Requests and jobs in work are finished']),
  }
}
