import { useLayoutEffect, useState } from 'react'

type EntryState = Record<string, unknown>

const currentState = (): EntryState => window.navigation?.currentEntry?.getState() ?? {}

/**
 * Like useState, stored with the history entry: the value survives back, forward and reload. For small values
 * such as the index of the open picture. The first render always uses `initial`; without the Navigation API
 * the value is not stored.
 */
export function useEntryState<Value>(name: string, initial: Value) {
  const [value, setValue] = useState(initial)
  useLayoutEffect(() => {
    const current = currentState()
    if (Object.hasOwn(current, name)) setValue(current[name] as Value)
  }, [name])
  const change = (next: Value) => {
    setValue(next)
    window.navigation?.updateCurrentEntry({ state: { ...currentState(), [name]: next } })
  }
  return [value, change] as const
}
