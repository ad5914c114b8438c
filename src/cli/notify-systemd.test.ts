import { afterEach, expect, test, vi } from 'vitest'
import { createSystemdNotifier } from './notify-systemd.ts'

afterEach(() => void vi.useRealTimers())

test('systemd is notified when the shop is ready, alive, and stopping', () => {
  vi.useFakeTimers()
  const states: string[] = []
  const watched = {
    NOTIFY_SOCKET: '/run/notify',
    WATCHDOG_USEC: '60000000',
    WATCHDOG_PID: String(process.pid),
  }
  const { ready, stopping } = createSystemdNotifier(watched, ([state = '']) => states.push(state))

  ready()
  vi.advanceTimersByTime(60_000)
  stopping()

  expect(states).toEqual(['--ready', 'WATCHDOG=1', 'WATCHDOG=1', 'STOPPING=1'])
})

test('nothing is sent without systemd, and nothing for the watchdog of another process', () => {
  vi.useFakeTimers()
  const run = vi.fn<(states: string[]) => void>()
  createSystemdNotifier({}, run).ready()
  expect(run).not.toHaveBeenCalled()

  createSystemdNotifier(
    { NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '60000000', WATCHDOG_PID: '1' },
    run,
  ).ready()
  vi.advanceTimersByTime(120_000)
  expect(run).toHaveBeenCalledTimes(1)
})
