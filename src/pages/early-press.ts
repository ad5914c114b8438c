declare global {
  interface Window {
    /** The button that was pressed before the page's code ran; null once presses reach React. */
    earlyPress?: HTMLElement | null
  }
}

/**
 * The button that the document's start script has stored. From here on React hydrates on a press by itself. Links and
 * forms need no code, so they are never stored.
 */
export function takeEarlyPress(): HTMLElement | undefined {
  const pressed = window.earlyPress ?? undefined
  window.earlyPress = null
  return pressed
}
