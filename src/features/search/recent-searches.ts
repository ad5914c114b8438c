const KEY = 'recent_searches'
const KEPT = 6

/** What was searched for in this browser, the last first. Never leaves it. */
export function recentSearches(): string[] {
  try {
    const words: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(words) ? words.filter((one) => typeof one === 'string').slice(0, KEPT) : []
  } catch {
    // No storage, or somebody else's words in it.
    return []
  }
}

/** Puts a search first; the same words in other letters are the same search. */
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
    // Full or forbidden: then nothing is kept.
  }
}
