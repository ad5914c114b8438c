import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { useCloseWarning } from './use-close-warning.ts'

/** Asks before unsaved changes are left, by a link or by closing the window. */
export function useUnsavedWarning(isDirty: boolean) {
  const isSaved = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isSaved.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (confirm('Leave without saving your changes?')) blocker.proceed()
    else blocker.reset()
  }, [blocker])
  useCloseWarning(isDirty)
  /** Call it before going to another screen after a successful save. */
  return () => {
    isSaved.current = true
  }
}
