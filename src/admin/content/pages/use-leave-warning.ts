import { useEffect, useEffectEvent } from 'react'
import { useCloseWarning } from '#admin/parts/use-close-warning.ts'

/** Saves when the screen is left within the back office, and asks before the window is closed with unsaved changes. */
export function useLeaveWarning(isUnsaved: boolean, save: () => void) {
  const onLeave = useEffectEvent(save)
  useCloseWarning(isUnsaved)
  useEffect(() => () => onLeave(), [])
}
