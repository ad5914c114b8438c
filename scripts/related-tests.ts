import type { Module } from './read-imports.ts'

const isTestFile = (file: string) => /\.test\.tsx?$/.test(file)

/** Slow tests take minutes or start browsers; they run only when changed themselves and in `npm test`. */
const isSlow = (file: string) => /^tests\/(faults|fuzz|pages-fixture|races)\//.test(file)

/**
 * Every test that opens a shop imports the whole server through these files, so an import through them does not relate a test to a
 * file.
 */
const isHub = (file: string) => /^tests\/harness\/|^src\/(main|server\/core-groups)\.ts$/.test(file)

/**
 * The tests most likely affected by a change: the changed ones, those that import a changed file within `distance` steps, and those
 * in the folder of a changed file without such a test.
 *
 * @param modules imports by file; `changed`: paths relative to the project.
 * @returns test files, sorted.
 */
export function relatedTests(
  modules: ReadonlyMap<string, Module>,
  changed: readonly string[],
  { distance = 2 } = {},
): string[] {
  const importers = importersOf(modules)
  const related = new Set<string>()
  for (const file of changed) {
    if (isTestFile(file)) related.add(file)
    const near = testsNear(file, importers, distance)
    const found = near.length > 0 ? near : testsInFolder(file, modules)
    for (const test of found) if (!isSlow(test)) related.add(test)
  }
  return [...related].filter((file) => modules.has(file)).sort()
}

function importersOf(modules: ReadonlyMap<string, Module>): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const [file, { imports }] of modules)
    for (const { target } of imports) {
      if (target === undefined) continue
      const known = importers.get(target)
      if (known) known.push(file)
      else importers.set(target, [file])
    }
  return importers
}

function testsNear(start: string, importers: ReadonlyMap<string, string[]>, distance: number): string[] {
  const seen = new Set([start])
  let edge = [start]
  for (let step = 0; step < distance; step++) {
    edge = edge.flatMap((file) => importers.get(file) ?? []).filter((file) => !seen.has(file) && !isHub(file))
    for (const file of edge) seen.add(file)
  }
  return [...seen].filter(isTestFile)
}

function testsInFolder(file: string, modules: ReadonlyMap<string, Module>): string[] {
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  if (!folder.startsWith('src/')) return []
  return [...modules.keys()].filter(
    (other) => isTestFile(other) && other.startsWith(folder) && !other.slice(folder.length).includes('/'),
  )
}
