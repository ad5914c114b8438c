import { type RefObject, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { Icon } from '#ui/icon.tsx'
import css from './hero-slider.module.css'

/** Phones never turn by themselves, and neither does a browser that prefers less motion. */
const ALLOWED = '(min-width: 48rem) and (prefers-reduced-motion: no-preference)'
const SHORTEST_MS = 3_000

type Props = { strip: RefObject<HTMLUListElement | null>; interval: number; onTurn: () => void }

/**
 * Turns the slides and offers to pause. They rest while the pointer or the focus is on the slider and while the tab is hidden, and stop
 * for good once the visitor turns them or presses pause (WCAG 2.2.2).
 */
export function Autoplay({ strip, interval, onTurn }: Props) {
  const [isPaused, setPaused] = useState(false)
  const isAllowed = useMediaQuery(ALLOWED)
  const isResting = useIsUsed(strip, () => setPaused(true))
  const isRunning = isAllowed && !isPaused && !isResting
  const turn = useEffectEvent(onTurn)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => turn(), Math.max(SHORTEST_MS, interval))
    return () => clearInterval(timer)
  }, [isRunning, interval])

  if (!isAllowed) return null
  return (
    <button
      type="button"
      className={css.pause}
      data-running={isRunning}
      aria-label={isPaused ? 'Play slides' : 'Pause slides'}
      onClick={() => setPaused(!isPaused)}
    >
      <Icon name={isPaused ? 'play' : 'pause'} size={18} />
    </button>
  )
}

function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

/** Is the pointer or the focus on the slider, or the tab hidden? `onTurned`: the visitor has turned the slides. */
function useIsUsed(strip: RefObject<HTMLUListElement | null>, onTurned: () => void): boolean {
  const [isUsed, setUsed] = useState(false)
  const stop = useEffectEvent(onTurned)
  useEffect(() => {
    const slider = strip.current?.closest('section')
    if (!slider) return
    const listeners = new AbortController()
    const { signal } = listeners
    let hasPointer = slider.matches(':hover')
    const update = () =>
      setUsed(hasPointer || slider.contains(document.activeElement) || document.visibilityState === 'hidden')
    const setPointer = (value: boolean) => () => {
      hasPointer = value
      update()
    }
    slider.addEventListener('pointerenter', setPointer(true), { signal })
    slider.addEventListener('pointerleave', setPointer(false), { signal })
    slider.addEventListener('focusin', update, { signal })
    // The next element has the focus only after the event.
    slider.addEventListener('focusout', () => setTimeout(update), { signal })
    slider.addEventListener('wheel', () => stop(), { signal, passive: true })
    // The keyboard turns slides by a click without a pointer.
    for (const type of ['pointerdown', 'click'])
      slider.addEventListener(
        type,
        ({ target }) => target instanceof Element && !target.closest('[data-running]') && stop(),
        { signal },
      )
    document.addEventListener('visibilitychange', update, { signal })
    update()
    return () => listeners.abort()
  }, [strip])
  return isUsed
}
