import { dirname } from 'node:path'
import { isTest } from './import-rules.ts'
import type { Module } from './read-imports.ts'

type Violation = { file: string; line: number; rule: string }

/** Top folders whose subfolders must not depend on each other in a cycle. Type imports count, because they couple folders too. */
export const acyclicRooms = ['src/server', 'src/features', 'src/admin']

/**
 * The layers of the server, lowest first; a folder imports its own layer and lower ones. Folders not listed are nouns.
 * Architecture, "Layout".
 */
const serverLayers = [
  ['config'],
  ['kernel'],
  ['db'],
  ['changes', 'jobs', 'limits', 'media', 'sessions', 'storage'],
  'nouns',
  ['http'],
] as const
const NOUNS = serverLayers.indexOf('nouns')

export const folderMessages = {
  /** `imports`: one import for each further step of the cycle, as `file:line`. */
  cycle: (folders: string[], imports: string[]) =>
    `folders depend on each other in a cycle: ${folders.join(' → ')} (also by ${imports.join(', ')})`,
  layer: (from: string, to: string) =>
    `server/${from} may not import server/${to}: config ← kernel ← db ← changes, jobs, limits, media, sessions, storage ← nouns ← http`,
}

/**
 * Finds violations of the dependency rules between folders. Test files are ignored, because they may import any folder.
 *
 * @param modules every checked file with its imports, by path
 */
export function findFolderViolations(modules: Map<string, Module>): Violation[] {
  return [
    ...acyclicRooms.flatMap((room) => [
      ...findCycles(edgesOfTopFolders(room, modules)),
      ...findCycles(edgesOfSubfolders(room, modules)),
    ]),
    ...findLayerViolations(modules),
  ]
}

function findLayerViolations(modules: Map<string, Module>): Violation[] {
  return shippedImports('src/server', modules).flatMap(({ file, line, target }) => {
    const [from, to] = [serverFolder(file), serverFolder(target)]
    // Files directly in `src/server` compose the nouns.
    if (from === undefined || to === undefined || from === to) return []
    return layerOf(to) > layerOf(from) ? [{ file, line, rule: folderMessages.layer(from, to) }] : []
  })
}

const serverFolder = (file: string) => /^src\/server\/([^/]+)\//.exec(file)?.[1]

function layerOf(folder: string): number {
  const at = serverLayers.findIndex(
    (layer) => layer !== 'nouns' && (layer as readonly string[]).includes(folder),
  )
  return at < 0 ? NOUNS : at
}

type Edges = Map<string, Map<string, { file: string; line: number }>>

function addEdge(edges: Edges, from: string, to: string, at: { file: string; line: number }) {
  const found = edges.get(from) ?? new Map()
  if (!found.has(to)) found.set(to, at)
  edges.set(from, found)
}

/** Each folder directly in a room (`src/server/cart`), with all that is in it, and those that its files import. */
function edgesOfTopFolders(room: string, modules: Map<string, Module>): Edges {
  const edges: Edges = new Map()
  for (const { file, line, target } of shippedImports(room, modules)) {
    const [from, to] = [topFolder(room, file), topFolder(room, target)]
    if (from !== to && from !== room && to !== room) addEdge(edges, from, to, { file, line })
  }
  return edges
}

/** The same for the folders inside one top folder, which is one of them. */
function edgesOfSubfolders(room: string, modules: Map<string, Module>): Edges {
  const edges: Edges = new Map()
  for (const { file, line, target } of shippedImports(room, modules)) {
    const [from, to] = [dirname(file), dirname(target)]
    if (from !== to && from !== room && topFolder(room, file) === topFolder(room, target))
      addEdge(edges, from, to, { file, line })
  }
  return edges
}

/** The folder directly in the room, as `src/server/cart`. */
const topFolder = (room: string, file: string) => {
  const path = dirname(file)
  return path === room
    ? room
    : path
        .split('/')
        .slice(0, room.split('/').length + 1)
        .join('/')
}

/** One violation for each folder that reaches itself: at the import that begins its shortest cycle, naming the others. */
function findCycles(edges: Edges): Violation[] {
  return [...edges.keys()].sort().flatMap((start) => {
    const path = shortestCycle(start, edges)
    // A cycle is reported once, at its first folder by name.
    if (!path || path.some((folder) => folder < start)) return []
    const [first, ...others] = path
      .slice(1)
      .flatMap((folder, at) => edges.get(path[at] as string)?.get(folder) ?? [])
    const imports = others.map(({ file, line }) => `${file}:${line}`)
    return first ? [{ ...first, rule: folderMessages.cycle(path, imports) }] : []
  })
}

function shortestCycle(start: string, edges: Map<string, Map<string, unknown>>): string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const folder of queue) {
    for (const next of edges.get(folder)?.keys() ?? []) {
      if (next === start) {
        const path = [folder]
        for (let at = cameFrom.get(folder); at !== undefined; at = cameFrom.get(at)) path.unshift(at)
        return [...path, start]
      }
      if (cameFrom.has(next)) continue
      cameFrom.set(next, folder)
      queue.push(next)
    }
  }
  return undefined
}

function shippedImports(room: string, modules: Map<string, Module>) {
  const isShipped = (file: string) => file.startsWith(`${room}/`) && !isTest(file)
  return [...modules].flatMap(([file, { imports }]) =>
    isShipped(file)
      ? imports.flatMap(({ target, line }) =>
          target !== undefined && isShipped(target) ? [{ file, line, target }] : [],
        )
      : [],
  )
}
