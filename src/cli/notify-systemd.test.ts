import { afterEach, expect, test, vi } from 'vitest'
import { createSystemdNotifier } from './notify-systemd.ts'

afterEach(() => void vi.useRealTimers())

test('systemd hears when the shop is ready, that it lives, and when it stops', () => {
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

test('nothing is said where systemd does not listen, and no watchdog of another process is fed', () => {
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
