import { cookieAttributes } from '#client/cookie-attributes.ts'
import * as limits from '#contract/limits.ts'

const YEAR_SECONDS = 31_536_000

let chosen: number | undefined

/** The grid size chosen in this tab; overrides that of a prefetched page. */
export const chosenColumns = () => chosen

/** Stores the grid size in the cookie that the server renders it from. Decisions §1.7, spec §9. */
export function chooseColumns(columns: number) {
  const { min, max } = limits.gridColumns
  chosen = Math.min(max, Math.max(min, columns))
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's own API is not everywhere yet
  document.cookie = `grid_columns=${chosen}${cookieAttributes(YEAR_SECONDS)}`
}
