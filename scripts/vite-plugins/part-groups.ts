import { join } from 'node:path'

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** Chunk groups of what a page loads after its first paint, by the modules that begin each; with all that they import. */
const parts: Record<string, RegExp> = {
  // What every page requests once it has loaded, with the widgets that most parts share.
  'after-load':
    /^(shell\/overlays|client\/(start-plugins|event-items|load-slots)|pages\/after-load|contract\/decimal-amount|features\/(forms\/send-form|cart\/estimate-store)|ui\/(field|field-error|check-field|quantity-stepper|chip-link|use-at-rest|callout|post-form|dialog|empty-state))\./,
  'product-parts':
    /^features\/(product\/(product-(options|quantity|terms|facts|events)|gallery|buy-bar|recently-viewed)|cart\/add-to-cart)\./,
  'listing-parts':
    /^features\/(listing\/(listing-head|filter-form|grid-size|applied-filters|load-more)|card\/use-list-events)\./,
  'cart-parts': /^features\/cart\/cart-drawer\./,
  'form-parts': /^features\/forms\/form-view\./,
  'web-plugins': /^plugins\/(installed\.web|[^/]+\/web)\./,
}

/**
 * Groups for rolldown's `codeSplitting`: one chunk for each name of `parts` instead of one for each component and each module that two of
 * them share. What the `screens` import statically is a group of its own before, split as rolldown would by itself, because a part would
 * take it along and the first load would wait for the part. `e2e/first-load.spec.ts` holds both.
 *
 * @param screens paths of the views whose first load has a budget (Performance row 1)
 */
export function partGroups(root: string, screens: readonly string[]) {
  const sources = `${join(root, 'src')}/`
  const views = new Set(screens.map((path) => sources + path))
  let first: Set<string> | undefined
  const isFirst = (id: string, graph: Graph) => {
    first ??= importedBy(views, graph)
    return first.has(id) && !views.has(id)
  }
  return [
    { name: (id: string, graph: Graph) => (isFirst(id, graph) ? 'first' : null), entriesAware: true },
    ...Object.entries(parts).map(([name, begins]) => ({
      name,
      test: (id: string) => id.startsWith(sources) && begins.test(id.slice(sources.length)),
    })),
  ]
}

function importedBy(ids: Iterable<string>, graph: Graph): Set<string> {
  const found = new Set(ids)
  // A set's iterator also reaches what the loop adds.
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}
