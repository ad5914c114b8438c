import { applyMeta } from './apply-meta.ts'
import { linkOf } from './links.ts'
import { changeInPlaceBy } from './navigate.ts'
import type { NavigationParts } from './navigation.ts'
import { isSamePage, pathOf } from './page.ts'
import { readPage } from './read-page.ts'

type Parts = Pick<NavigationParts, 'store' | 'onNavigated'>

/**
 * Without the Navigation API: lets a list that filters itself (`keepPlace`) change by `fetch` and `history`, so that scroll position,
 * focus and open facets stay. Everything else is a page load. ADR 0017.
 */
export function changeInPlace({ store, onNavigated }: Parts) {
  let latest: AbortController | undefined

  /** Shows another state of the current page; false where only a page load helps. Undefined when superseded. */
  async function show(url: URL, beforeShown: () => unknown = () => {}): Promise<boolean | undefined> {
    latest?.abort()
    const current = new AbortController()
    const { signal } = current
    latest = current
    store.set({ isPending: true })
    const page = await readPage(url.href, signal)
    if (signal.aborted) return undefined
    const { page: last } = store.get()
    store.set({ isPending: false })
    if (!page || !isSamePage(page, last)) return false
    beforeShown()
    applyMeta(page.meta, last.meta)
    store.set({ page, url: pathOf(url) })
    onNavigated({ path: page.path, url: pathOf(url), screen: page.screen, title: page.meta.title })
    return true
  }

  async function go(href: string, replace = false) {
    const url = new URL(href, location.href)
    // At once, as the Navigation API does: a sheet that is closed before the answer keeps the choice.
    if (replace) history.replaceState(history.state, '', url)
    const isShown = await show(url, () => replace || history.pushState({ entry: newKey() }, '', url))
    if (isShown === false) location[replace ? 'replace' : 'assign'](url)
  }

  // Names the history entry for `entryKey`, as the Navigation API does.
  if (!history.state?.entry) history.replaceState({ ...history.state, entry: newKey() }, '')
  changeInPlaceBy(go)
  addEventListener('popstate', async () => {
    const url = new URL(location.href)
    // A dialog's entry or a fragment of this very page.
    if (pathOf(url) === store.get().url) return latest?.abort()
    if ((await show(url)) === false) location.reload()
  })
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = linkOf(event)
    if (!link?.closest('[data-keep-place]') || link.target || link.origin !== location.origin) return
    event.preventDefault()
    void go(link.href)
  })
}

const newKey = () => Math.random().toString(36).slice(2)
