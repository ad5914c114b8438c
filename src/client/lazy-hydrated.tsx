import { type ComponentType, type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react'
import { handleChunkError } from '#pages/chunk-reload.ts'
import type { Route } from '#pages/route-table.ts'
import { holdInput, replayInput } from './early-input.ts'
import { onInteractionOrIdle } from './on-interaction-or-idle.ts'
import { PartBoundary, PartFailure } from './part-boundary.tsx'

/** The loaders of all lazily hydrated components whose code is not here yet. */
const missing = new Set<() => Promise<void>>()

/**
 * A component whose code is not needed for the first paint: `lazyHydrated(() =>
 * import('./gallery.tsx').then(({ Gallery }) => Gallery))`. The server renders it like any other, and so does
 * the browser after a soft navigation (`withLazyComponents`). In the first document its markup stays as it is
 * until the chunk has loaded, and is then hydrated with the current props. Early input is not lost (`early-input.ts`).
 * @param begin `idle`: once the page has loaded or is used; `near`: besides, once the part is near the window, for parts whose
 * effects reach nothing outside them, and that no editor changes from afar
 */
export function lazyHydrated<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
  begin: Begin = 'idle',
): ComponentType<Props> {
  const part = lazyPart(importComponent, () => void missing.delete(part.load), begin)
  missing.add(part.load)
  return part.Component
}

type Begin = 'idle' | 'near'
type LazyPart<Props extends object> = { Component: ComponentType<Props>; load: () => Promise<void> }

/**
 * The same for a component that not every soft navigation loads: the caller decides when to `load`.
 *
 * @param onLoad runs when the code is here
 */
export function lazyPart<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
  onLoad: () => void = () => {},
  begin: Begin = 'idle',
): LazyPart<Props> {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const arrival = Promise.withResolvers<ComponentType<Props>>()

  async function importOnce() {
    try {
      Loaded = await importComponent()
      onLoad()
      arrival.resolve(Loaded)
    } catch (error) {
      loading = undefined
      // The page stays: the component itself offers a retry.
      handleChunkError(error)
      throw error
    }
  }

  function load() {
    loading ??= importOnce()
    return loading
  }

  function Content({ props, onHydrated }: { props: Props; onHydrated: () => void }) {
    // The server renders once and cannot wait: the page counts as incomplete and is not cached (ADR 0030).
    if (import.meta.env.SSR && !Loaded)
      throw new Error(
        'A lazily hydrated component was rendered before its code was loaded: see withLazyComponents',
      )
    // Before `use`, which React tries again once the code is here: then nothing waits, and a later hook would fail (its error 467).
    useEffect(onHydrated, [])
    const Component = Loaded ?? use(arrival.promise)
    return <Component {...props} />
  }

  function LazyHydrated(props: Props) {
    const [wasLoaded] = useState(Loaded !== undefined)
    const [isLoaded, setLoaded] = useState(wasLoaded)
    const [hasFailed, setFailed] = useState(false)
    const root = useRef<HTMLDivElement>(null)
    const isHydrated = useRef(false)
    const onHydrated = () => {
      isHydrated.current = true
      if (root.current) void replayInput(root.current)
    }
    const content = (
      <PartBoundary>
        <Suspense>
          <Content props={props} onHydrated={onHydrated} />
        </Suspense>
      </PartBoundary>
    )
    // The same element until the code is loaded: React discards the server's markup when a boundary that it
    // cannot hydrate yet is updated.
    const [initialContent] = useState<ReactNode>(content)

    useEffect(() => {
      const element = root.current
      if (isHydrated.current || !element) return
      const whenLoaded = () => setLoaded(true)
      const onInput = () =>
        void load().then(whenLoaded, () => {
          setFailed(true)
          // Links and forms work without JavaScript.
          void replayInput(element)
        })
      const release = holdInput(element, onInput)
      // React hydrates it soon, though after the part around it.
      if (wasLoaded) return release
      // A failed preload shows no message: the next input or the network's return retries it.
      const done = new AbortController()
      const preload = () =>
        void load().then(whenLoaded, () => addEventListener('online', preload, { once: true }))
      const cancel = onInteractionOrIdle(() =>
        begin === 'near' ? whenNear(element, preload, done.signal) : preload(),
      )
      return () => {
        cancel()
        done.abort()
        release()
        removeEventListener('online', preload)
      }
    }, [wasLoaded])

    /** Browsers may cache a failed chunk: then only a new document requests it again. */
    const retry = () =>
      void load().then(
        () => {
          setLoaded(true)
          setFailed(false)
        },
        () => navigator.onLine && location.reload(),
      )

    return (
      <div ref={root} style={{ display: 'contents' }}>
        {isLoaded ? content : initialContent}
        {hasFailed && <PartFailure onRetry={retry} />}
      </div>
    )
  }

  return { Component: LazyHydrated, load }
}

/** How far below or above the window a part is when its code is loaded: a screen, which takes a moment to scroll. */
const NEAR = { rootMargin: '100% 0px' }

/** Runs once the part comes near the window; at once where it shows nothing whose place could be watched. */
function whenNear(part: Element, run: () => void, signal: AbortSignal) {
  // The part's own element has no box, nor has that of a part inside it.
  const shown = [...part.querySelectorAll('*')].find((element) => element.getClientRects().length > 0)
  if (!shown) return run()
  const watcher = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    watcher.disconnect()
    run()
  }, NEAR)
  watcher.observe(shown)
  signal.addEventListener('abort', () => watcher.disconnect())
}

/** Loads the code of every lazily hydrated component that is declared so far, and of those which that code declares. */
export async function loadLazyComponents() {
  const started = new Set<() => Promise<void>>()
  for (let next = [...missing]; next.length > 0; next = [...missing].filter((load) => !started.has(load))) {
    for (const load of next) started.add(load)
    await Promise.all(next.map((load) => load()))
  }
}

/**
 * A route whose view comes with all its lazily hydrated components wherever there is no server markup for
 * them: after a soft navigation, and on the server itself.
 */
export function withLazyComponents({ view, ...route }: Route): Route {
  if (!view) return route
  return {
    ...route,
    async view() {
      const screen = await view()
      const isFirstPage = !import.meta.env.SSR && !document.documentElement.dataset.hydrated
      if (!isFirstPage) await loadLazyComponents()
      return screen
    },
  }
}
