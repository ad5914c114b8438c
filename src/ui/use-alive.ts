import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and during hydration, true from then on: for controls that need JavaScript. */
export const useAlive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
