/** What we tell ourselves about a navigation, by way of its event. */
export type NavigationInfo = { isRefresh?: true; keepPlace?: boolean; hops?: number }

type Options = {
  /** In place of the current history entry. */
  replace?: boolean
  /** Neither scrolls nor moves the focus: for a list that filters itself. `data-keep-place` does it for forms and links. */
  keepPlace?: boolean
}

/** Goes to an address of the shop as a link would: softly where that works, else by a page load. */
export function navigate(href: string, { replace = false, keepPlace = false }: Options = {}) {
  if (!window.navigation) return replace ? location.replace(href) : location.assign(href)
  const info: NavigationInfo = { keepPlace }
  forget(navigation.navigate(href, { history: replace ? 'replace' : 'auto', info }))
}

/** Follows a redirect: one history entry for the way and its end. */
export function follow(href: string, hops: number) {
  forget(navigation.navigate(href, { history: 'replace', info: { hops } satisfies NavigationInfo }))
}

/** Asks for the current page's data again, without a page load where that works. */
export function refresh() {
  if (!window.navigation) return location.reload()
  forget(navigation.reload({ info: { isRefresh: true } satisfies NavigationInfo }))
}

/** Superseded or failed: whoever handles the navigation has seen to it. */
function forget({ committed, finished }: NavigationResult) {
  committed?.catch(() => {})
  finished?.catch(() => {})
}
