import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchBuild } from './build-watch.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

let latest: string
let manifestStatus: number
let requested: string[]
let visible: () => void

beforeEach(() => {
  vi.useFakeTimers()
  latest = 'b1'
  manifestStatus = 200
  requested = []
  vi.stubGlobal('fetch', async (path: string) => {
    requested.push(path)
    if (path === '/_build/latest.json') return Response.json({ id: latest, timestamp: 1 })
    return Response.json({}, { status: manifestStatus })
  })
  const listeners: (() => void)[] = []
  visible = () => {
    for (const listener of listeners) listener()
  }
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    addEventListener: (_: string, listener: () => void) => listeners.push(listener),
  })
  vi.stubGlobal('window', {})
  vi.stubGlobal('navigator', { connection: {} })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function watch({ canRefresh = (): boolean => true } = {}) {
  const onNewBuild = vi.fn()
  watchBuild({ build: 'b1', canRefresh, onNewBuild })
  return onNewBuild
}

const questions = () => requested.filter((path) => path === '/_build/latest.json').length

test('the latest build is requested every hour until there is a new one', async () => {
  const onNewBuild = watch()
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(questions()).toBe(1)
  expect(onNewBuild).not.toHaveBeenCalled()

  latest = 'b2'
  await vi.advanceTimersByTimeAsync(HOUR)
  await vi.advanceTimersByTimeAsync(3 * HOUR)

  expect(onNewBuild).toHaveBeenCalledTimes(1)
  expect(questions()).toBe(2)
})

test('returning to the tab requests the build after more than five minutes', async () => {
  watch()
  await vi.advanceTimersByTimeAsync(5 * MINUTE)
  visible()
  expect(questions()).toBe(0)

  await vi.advanceTimersByTimeAsync(1)
  visible()
  visible()

  expect(questions()).toBe(1)
})

test('no request is sent while canRefresh is false', async () => {
  let isCheckout = true
  watch({ canRefresh: () => !isCheckout })
  await vi.advanceTimersByTimeAsync(2 * HOUR)
  visible()
  expect(questions()).toBe(0)

  isCheckout = false
  visible()

  expect(questions()).toBe(1)
})

test('the manifest is fetched a second after the page is idle', async () => {
  watch()
  await vi.advanceTimersByTimeAsync(999)
  expect(requested).toEqual([])

  await vi.advanceTimersByTimeAsync(2)

  expect(requested).toEqual(['/_build/meta/b1.json'])
})

test.for([{ effectiveType: '2g' }, { effectiveType: 'slow-2g' }, { saveData: true }])(
  'the manifest is not fetched on a connection of %o',
  async (connection) => {
    vi.stubGlobal('navigator', { connection })
    watch()

    await vi.advanceTimersByTimeAsync(MINUTE)

    expect(requested).toEqual([])
  },
)

test('a build without a manifest requests the current build at once', async () => {
  manifestStatus = 404
  latest = 'b2'
  const onNewBuild = watch()

  await vi.advanceTimersByTimeAsync(2000)

  expect(onNewBuild).toHaveBeenCalledTimes(1)
})

test('a failure is only logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }))
  const onNewBuild = watch()

  await vi.advanceTimersByTimeAsync(2 * HOUR)

  expect(warn).toHaveBeenCalledTimes(2)
  expect(onNewBuild).not.toHaveBeenCalled()
})
