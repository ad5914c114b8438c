import type { Plugin } from 'vite'

/**
 * Vite's loader for lazy chunks also fetches the styles and chunks they import. Here the document links a screen's chunks and there
 * is one late stylesheet, so the loader only waits for that stylesheet and dispatches the event by which `chunk-reload.ts` detects
 * a chunk that cannot be loaded.
 */
export const lazyImports: Plugin = {
  name: 'lazy-imports',
  enforce: 'pre',
  apply: 'build',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `import { lateStyles } from 'virtual:load-late-styles'
const failed = (payload) => {
  const event = new Event('vite:preloadError', { cancelable: true })
  event.payload = payload
  dispatchEvent(event)
  if (!event.defaultPrevented) throw payload
}
export const __vitePreload = (load) => load().then(async (module) => (await lateStyles(), module)).catch(failed)`,
  },
}
