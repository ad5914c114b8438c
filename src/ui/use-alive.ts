import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while its markup is taken over, true from then on: for what is of no use without scripts. */
export const useAlive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
