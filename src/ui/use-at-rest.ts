import { useLayoutEffect, useState } from 'react'

/**
 * The latest value, or the one before while a pointer is pressed: a message that appears when a field is left would move the pressed
 * button away, and its release, somewhere else by then, would be no click.
 */
export function useAtRest<Value>(value: Value): Value {
  const [shown, setShown] = useState(value)
  useLayoutEffect(() => atRest(() => setShown(value)), [value])
  return shown
}

let isPressed = false
let isListening = false
const waiting = new Set<() => void>()

/** Runs now, or after the release and its click. Returns how to cancel. */
function atRest(work: () => void): () => void {
  listen()
  if (!isPressed) {
    work()
    return () => {}
  }
  waiting.add(work)
  return () => void waiting.delete(work)
}

function listen() {
  if (isListening) return
  isListening = true
  // A touch leaves the field with the mouse events that follow its own.
  for (const type of ['pointerdown', 'mousedown'])
    addEventListener(
      type,
      () => {
        isPressed = true
      },
      { capture: true },
    )
  for (const type of ['pointerup', 'mouseup', 'pointercancel', 'dragend', 'blur'])
    addEventListener(type, ({ target }) => (type !== 'blur' || target === window) && setTimeout(release), {
      capture: true,
    })
}

function release() {
  isPressed = false
  const all = [...waiting]
  waiting.clear()
  for (const work of all) work()
}
