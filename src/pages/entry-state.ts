import { useLayoutEffect, useState } from 'react'

type Kept = Record<string, unknown>

const keptState = () => (window.navigation?.currentEntry?.getState() ?? {}) as Kept

/**
 * Like useState, and the browser keeps the value with the history entry: it is there again after back, forward
 * and reload. For small things such as which picture is open. The first render always shows `initial`; without the
 * Navigation API nothing is kept.
 */
export function useEntryState<Value>(name: string, initial: Value) {
  const [value, setValue] = useState(initial)
  useLayoutEffect(() => {
    const kept = keptState()
    if (name in kept) setValue(kept[name] as Value)
  }, [name])
  const change = (next: Value) => {
    setValue(next)
    window.navigation?.updateCurrentEntry({ state: { ...keptState(), [name]: next } })
  }
  return [value, change] as const
}
