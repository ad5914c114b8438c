import { api } from '#client/api.ts'
import type { SectionUpdate } from '#contract/rules/live-edit-message.ts'
import type { LoadedSection } from './section-list.ts'

type Options = {
  token: string
  onLoaded: (update: SectionUpdate, loaded: LoadedSection) => void
  /** Undefined when the server refuses the update. */
  load?: (update: SectionUpdate, token: string) => Promise<LoadedSection | undefined>
}

/**
 * Loads sections that are being edited. Of several updates of a section that arrive while one is loading only the last is loaded, so that
 * typing never queues up. An update that the server refuses leaves the section as it is.
 */
export function createSectionRefresh({ token, onLoaded, load = loadSection }: Options) {
  const next = new Map<string, SectionUpdate>()
  const loading = new Set<string>()
  /** Sections that were hidden while they were loading. */
  const dropped = new Set<string>()
  let current = token

  async function loadAll(key: string) {
    loading.add(key)
    for (let update = next.get(key); update; update = next.get(key)) {
      next.delete(key)
      dropped.delete(key)
      const loaded = await load(update, current)
      if (loaded && !dropped.has(key)) onLoaded(update, loaded)
    }
    loading.delete(key)
  }

  return {
    refresh(update: SectionUpdate) {
      if (update.token) current = update.token
      // An update that is skipped may have named the section's place.
      const before = update.before ?? next.get(update.key)?.before
      next.set(update.key, { ...update, ...(before !== undefined && { before }) })
      if (!loading.has(update.key)) void loadAll(update.key)
    },
    /** The section is not shown any more. */
    drop(key: string) {
      next.delete(key)
      dropped.add(key)
    },
  }
}

async function loadSection({ component, settings }: SectionUpdate, token: string) {
  const { pathname: path, search } = location
  const input = { token, path, query: search.slice(1), component, settings }
  const reply = await api.content.previewSection(input, { silent: true })
  return reply.status === 'success' ? (reply.data as LoadedSection) : undefined
}
