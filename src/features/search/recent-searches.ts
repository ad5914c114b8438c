const KEY = 'recent_searches'
const KEPT = 6

/** Recent searches in this browser, latest first. Never sent to the server. */
export function recentSearches(): string[] {
  try {
    const words: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(words) ? words.filter((one) => typeof one === 'string').slice(0, KEPT) : []
  } catch {
    // Storage is unavailable, or has foreign content.
    return []
  }
}

/** Stores a search as the latest; case does not matter. */
export function rememberSearch(query: string) {
  const words = query.trim().slice(0, 80)
  if (words) keep([words, ...without(words)].slice(0, KEPT))
}

export const forgetSearch = (query: string) => keep(without(query))

export const forgetSearches = () => keep([])

const without = (query: string) => recentSearches().filter((one) => one.toLowerCase() !== query.toLowerCase())

function keep(words: string[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(words))
  } catch {
    // Storage is full or disabled: nothing is stored.
  }
}
