import { useState } from 'react'
import { type ScreenGroup, screenGroups } from '../admin-screen.ts'

const storageKey = 'admin-open-groups'

/**
 * Which groups of the navigation are open: the current screen's, unless it was closed there, and those that were
 * opened by hand, which this browser remembers.
 */
export function useOpenGroups(current: ScreenGroup | undefined) {
  const [opened, setOpened] = useState(readStored)
  const [closed, setClosed] = useState<ScreenGroup>()
  // Another group becomes the current one: the closed one is forgotten.
  if (closed !== undefined && closed !== current) setClosed(undefined)
  const isOpen = (group: ScreenGroup) => (group === current ? closed !== group : opened.includes(group))

  function toggle(group: ScreenGroup) {
    const opens = !isOpen(group)
    const next = opened.filter((one) => one !== group)
    if (opens) next.push(group)
    setOpened(next)
    if (group === current) setClosed(opens ? undefined : group)
    try {
      localStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // A browser may refuse storage; then the groups stay open until the next load.
    }
  }

  return { isOpen, toggle }
}

function readStored(): readonly ScreenGroup[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => Object.hasOwn(screenGroups, one)) : []
  } catch {
    return []
  }
}
