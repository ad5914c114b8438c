import { earlyLimits } from '#contract/early-limits.ts'

const YEAR_SECONDS = 31_536_000

let chosen: number | undefined

/** The grid size chosen in this tab; it goes before what a page that was fetched ahead still has. */
export const chosenColumns = () => chosen

/** Keeps the grid size in the cookie by which the server renders it. Decisions §1.7, spec §9. */
export function chooseColumns(columns: number) {
  const { min, max } = earlyLimits.gridColumns
  chosen = Math.min(max, Math.max(min, columns))
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's own API is not everywhere yet
  document.cookie = `grid_columns=${chosen};path=/;max-age=${YEAR_SECONDS};samesite=lax`
}
