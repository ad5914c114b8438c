type Listener = (url: URL) => unknown

const listeners = new Set<Listener>()

/**
 * Calls the listener before a soft navigation to another page, except back and forward; returning false
 * cancels it. Returns a function that removes the listener.
 */
export function onBeforeNavigate(listener: Listener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls every listener, even when one has refused already. */
export const mayLeaveFor = (url: URL) => ![...listeners].map((listener) => listener(url)).includes(false)

let isBoundary: (from: URL, to: URL) => boolean = () => false

/** Names the navigations between pages that must not share a document. */
export const setDocumentBoundary = (rule: typeof isBoundary) => {
  isBoundary = rule
}

export const needsDocument = (to: URL) => isBoundary(new URL(location.href), to)
