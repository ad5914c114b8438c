import {
  type EditorMessage,
  readEditorMessage,
  type StorefrontMessage,
} from '#contract/rules/live-edit-message.ts'

/** The page editor, in whose frame this page is. Security §24. */
export type EditorWindow = {
  send(message: StorefrontMessage): void
  /** Returns a function that stops listening. */
  listen(onMessage: (message: EditorMessage) => void): () => void
}

/**
 * Exchanges messages with the parent window as long as it is exactly of the configured origin: anything of another origin or window is
 * ignored, and nothing is sent to another origin. `self` is the page's own origin: the back office.
 */
export function openEditorWindow(host: string): EditorWindow {
  const editor = host === 'self' ? location.origin : host
  return {
    send: (message) => window.parent.postMessage({ source: 'storefront', ...message }, editor),
    listen(onMessage) {
      const receive = ({ origin, source, data }: MessageEvent) => {
        if (origin !== editor || source !== window.parent) return
        const message = readEditorMessage(data)
        if (message) onMessage(message)
      }
      addEventListener('message', receive)
      return () => removeEventListener('message', receive)
    },
  }
}
