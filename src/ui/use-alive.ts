import { useDeferredValue } from 'react'

/**
 * False on the server, while the page hydrates and in the first rendering of a component; true in a second, interruptible rendering
 * right after it: for controls that need JavaScript.
 */
export const useAlive = () => useDeferredValue(true, false)
