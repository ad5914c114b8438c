const KEY = 'recently_viewed'
/** More than are shown: the product on screen is left out, and others may be deleted. */
const KEPT = 12

/** Ids of products viewed in this browser, latest first. */
export function recentlyViewed(): number[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(ids) ? ids.filter(Number.isSafeInteger).slice(0, KEPT) : []
  } catch {
    // Storage is unavailable, or has foreign content.
    return []
  }
}

/** Stores a product as the latest. */
export function rememberViewed(id: number) {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify([id, ...recentlyViewed().filter((other) => other !== id)].slice(0, KEPT)),
    )
  } catch {
    // Storage is full or disabled: the list stays as it is.
  }
}
