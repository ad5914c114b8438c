/** Decisions §3, build poll. */
const POLL_MS = 3_600_000
const FOCUS_MS = 300_000
/** Spec §9: the manifest is fetched this long after the page is idle. */
const MANIFEST_MS = 1000

type Options = {
  build: string
  /** False while a page load would disturb, such as in the checkout: no request is sent then. */
  canRefresh: () => boolean
  onNewBuild: () => void
}

/** Detects a new build of the shop while the page is open. Failures are only logged (spec §8). */
export function watchBuild({ build: built, canRefresh, onNewBuild }: Options) {
  // Without the variant, which no new build changes.
  const [build] = built.split('.')
  let lastRequested = Date.now()
  let isOver = false

  const ask = () =>
    logFailure(async () => {
      if (isOver || !canRefresh()) return
      lastRequested = Date.now()
      const response = await fetch('/_build/latest.json', { cache: 'no-store' })
      const { id }: { id?: string } = await response.json()
      if (id && id !== build) end()
    })

  /** A missing manifest means that a newer build has replaced this page's, which came from a cache or an old tab. */
  const askForManifest = () =>
    logFailure(async () => {
      const { status } = await fetch(`/_build/meta/${build}.json`)
      if (status === 404) await ask()
    })

  function end() {
    isOver = true
    clearInterval(timer)
    onNewBuild()
  }

  const timer = setInterval(ask, POLL_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - lastRequested > FOCUS_MS) void ask()
  })
  // Safari has no idle callback.
  const whenIdle = window.requestIdleCallback ?? setTimeout
  if (!isVerySlow()) whenIdle(() => setTimeout(askForManifest, MANIFEST_MS))
}

async function logFailure(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    console.warn('Build unknown', error)
  }
}

function isVerySlow() {
  const { connection } = navigator
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
}
