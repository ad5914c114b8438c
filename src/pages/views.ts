import type { ComponentType } from 'react'
import { handleChunkError } from './chunk-reload.ts'
import type { Routes } from './route-table.ts'

export type View = ComponentType<Record<string, unknown>>

/** The screens' components, each loaded once. */
export function createViews(routes: Routes) {
  const loaded = new Map<string, View>()
  return {
    /** Synchronous, because it is read while rendering: load it first. */
    loaded: (screen: string) => loaded.get(screen),

    /**
     * A screen without a view has nothing to load.
     * @throws when the chunk fails to load: callers handle that.
     */
    async load(screen: string) {
      const view = routes.find((route) => route.screen === screen)?.view
      if (!view || loaded.has(screen)) return
      try {
        loaded.set(screen, (await view()).default as View)
      } catch (error) {
        handleChunkError(error)
        throw error
      }
    },
  }
}

export type Views = ReturnType<typeof createViews>
