type Listener = (url: URL) => unknown

const listeners = new Set<Listener>()

/**
 * Calls the listener before the browser goes to another page of ours, but for back and forward; by returning
 * false it makes the page stay. Returns how to stop listening.
 */
export function onBeforeNavigate(listener: Listener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Every listener is asked, even when one has refused already. */
export const mayLeaveFor = (url: URL) => ![...listeners].map((listener) => listener(url)).includes(false)
