const KEY = 'recently_viewed'
/** More than are shown: the product on screen is left out, others may be gone from the shop. */
const KEPT = 12

/** Ids of products seen in this browser, the last first. */
export function recentlyViewed(): number[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(ids) ? ids.filter(Number.isSafeInteger).slice(0, KEPT) : []
  } catch {
    // No storage, or somebody else's words in it: nothing was seen.
    return []
  }
}

/** Puts a product first. */
export function rememberViewed(id: number) {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify([id, ...recentlyViewed().filter((other) => other !== id)].slice(0, KEPT)),
    )
  } catch {
    // Full or forbidden: the next page simply has no such list.
  }
}
