/** Our own flags on a navigation, passed in its event's info. */
export type NavigationInfo = { isRefresh?: true; keepPlace?: boolean; hops?: number }

type Options = {
  /** Replaces the current history entry. */
  replace?: boolean
  /**
   * Neither scrolls nor moves the focus: for a list that filters itself. `data-keep-place` does the same for
   * forms and links.
   */
  keepPlace?: boolean
}

let changeInPlace: ((href: string, replace: boolean) => void) | undefined

/** Without the Navigation API: names the function that changes a list in place. */
export const changeInPlaceBy = (change: typeof changeInPlace) => {
  changeInPlace = change
}

/** Navigates to a URL of the shop like a link: softly where possible, otherwise by a page load. */
export function navigate(href: string, { replace = false, keepPlace = false }: Options = {}) {
  if (!window.navigation && keepPlace && changeInPlace) return changeInPlace(href, replace)
  if (!window.navigation) return replace ? location.replace(href) : location.assign(href)
  const info: NavigationInfo = { keepPlace }
  forget(navigation.navigate(href, { history: replace ? 'replace' : 'auto', info }))
}

/** Follows a redirect with a single history entry. */
export function follow(href: string, hops: number) {
  forget(navigation.navigate(href, { history: 'replace', info: { hops } satisfies NavigationInfo }))
}

/** Reloads the current page's data, softly where possible. */
export function refresh() {
  if (!window.navigation) return location.reload()
  forget(navigation.reload({ info: { isRefresh: true } satisfies NavigationInfo }))
}

/** Superseded or failed: the navigation's handler has dealt with it. */
function forget({ committed, finished }: NavigationResult) {
  committed?.catch(() => {})
  finished?.catch(() => {})
}
