import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'
import { ask } from './dialog-requests.ts'
import { useCloseWarning } from './unsaved-changes.ts'

/** What is called when unsaved changes are left, of each form that has some. */
const unsaved = new Set<() => void>()

/** Asks when a form has unsaved changes. @returns whether the screen may be left. */
export async function mayLeave(): Promise<boolean> {
  if (unsaved.size === 0) return true
  if (!(await ask('leave'))) return false
  for (const leave of unsaved) leave()
  return true
}

/** Asks before a link leaves unsaved changes. Once around all screens: a router has one blocker, a screen may have several forms. */
export function useLeaveQuestion() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state === 'blocked')
      void mayLeave().then((isLeft) => (isLeft ? blocker.proceed() : blocker.reset()))
  }, [blocker])
}

type Options = {
  /** Called when they are left, or saved before another screen is opened. */
  onLeave?: () => void
  /** They outlive a reload. */
  isStored?: boolean
}

/** Asks before unsaved changes are left, by a link or by closing the window. */
export function useUnsavedWarning(isDirty: boolean, { onLeave, isStored = false }: Options = {}) {
  const leave = useEffectEvent(() => onLeave?.())
  useEffect(() => {
    if (!isDirty) return
    const left = () => {
      unsaved.delete(left)
      leave()
    }
    unsaved.add(left)
    return () => void unsaved.delete(left)
  }, [isDirty])
  useCloseWarning(isDirty, isStored)
}

/** Call it before going to another screen after a successful write: what is not saved of this screen goes with it. */
export function leaveUnsaved() {
  for (const leave of unsaved) leave()
}
