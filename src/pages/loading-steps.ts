/** Spec §9: the loading indicator. Milliseconds. (Its duration of 2000 ms and its height are the style sheet's.) */
const THROTTLE = 200
const HIDE_DELAY = 500
const RESET_DELAY = 400

/** Hidden, growing, full, fading out. */
export type LoadingStep = 'idle' | 'running' | 'done' | 'hiding'

/** Turns waiting states into steps of the bar; a wait below 200 ms is never shown. */
export function createLoadingSteps(show: (step: LoadingStep) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isShown = false
  const after = (ms: number, step: LoadingStep, then?: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isShown = step !== 'idle'
      show(step)
      then?.()
    }, ms)
  }
  return {
    start() {
      // The previous bar may still be fading: it must not appear to shrink.
      if (isShown) show('idle')
      isShown = false
      after(THROTTLE, 'running')
    },
    finish() {
      clearTimeout(timer)
      if (!isShown) return
      show('done')
      after(HIDE_DELAY, 'hiding', () => after(RESET_DELAY, 'idle'))
    },
    stop: () => clearTimeout(timer),
  }
}
