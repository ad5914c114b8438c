import { useSyncExternalStore } from 'react'

const SECOND = 1_000

const everySecond = (onChange: () => void) => {
  const timer = setInterval(onChange, SECOND)
  return () => clearInterval(timer)
}

/** The current time, to the second; undefined on the server and while its markup is hydrated. */
export const useNow = (): number | undefined =>
  useSyncExternalStore(
    everySecond,
    () => Math.floor(Date.now() / SECOND) * SECOND,
    () => undefined,
  )
