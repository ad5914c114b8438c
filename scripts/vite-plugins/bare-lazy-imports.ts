import type { Plugin } from 'vite'

/**
 * Vite's loader for lazy chunks also fetches their styles and what they import. Here stylesheets see to themselves (`late-styles.ts`), and a screen's chunks are
 * named by its document: what is left is the event by which `chunk-reload.ts` hears of a chunk that cannot be had.
 */
export const bareLazyImports: Plugin = {
  name: 'bare-lazy-imports',
  enforce: 'pre',
  apply: 'build',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `export const __vitePreload = (load) => load().catch((payload) => {
  const event = new Event('vite:preloadError', { cancelable: true })
  event.payload = payload
  dispatchEvent(event)
  if (!event.defaultPrevented) throw payload
})`,
  },
}
