import { useLayoutEffect, useRef } from 'react'

/** A function that stays the same and does what the latest one does, so that a part of a large form is rendered only when it changes. */
export function useStable<Arguments extends unknown[], Result>(run: (...args: Arguments) => Result) {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useRef((...args: Arguments) => latest.current(...args)).current
}
