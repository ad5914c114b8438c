import { dirname } from 'node:path'
import { isTest } from './import-rules.ts'
import type { Module } from './read-imports.ts'

type Violation = { file: string; line: number; rule: string }

/** The areas of the server, lowest first: an area imports itself and those before it. Architecture, "Layout". */
const serverAreas = [
  'platform',
  'shop',
  'catalog',
  'commerce',
  'people',
  'content',
  'operations',
  'admin',
  'http',
] as const

/** The layers inside the platform, lowest first; a folder imports its own layer and lower ones. */
const platformLayers = [
  ['config'],
  ['kernel', 'text'],
  ['db'],
  ['audit', 'changes', 'jobs', 'limits', 'media', 'sessions', 'storage'],
  ['notify'],
]

/** Folders whose subfolders, with all that is in them, must not depend on each other in a cycle. Type imports count, because they couple folders too. */
export const acyclicRooms = [...serverAreas.map((area) => `src/server/${area}`), 'src/features', 'src/admin']

export const folderMessages = {
  /** `imports`: one import for each further step of the cycle, as `file:line`. */
  cycle: (folders: string[], imports: string[]) =>
    `folders depend on each other in a cycle: ${folders.join(' → ')} (also by ${imports.join(', ')})`,
  layer: (from: string, to: string) =>
    `${from} may not import ${to}: ${serverAreas.join(' ← ')}; inside platform ${platformLayers.map((layer) => layer.join(', ')).join(' ← ')}`,
  area: (folder: string) => `${folder} is no area of the server: ${serverAreas.join(', ')}`,
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
    const [from, to] = [placeOf(file), placeOf(target)]
    // Files directly in `src/server` compose the areas.
    if (!from || !to) return []
    if (from.area < 0) return [{ file, line, rule: folderMessages.area(from.folder) }]
    const isUpward = to.area > from.area || (to.area === from.area && to.layer > from.layer)
    return isUpward ? [{ file, line, rule: folderMessages.layer(from.folder, to.folder) }] : []
  })
}

/** The place of a file of the server: the number of its area, and in the platform that of its layer. */
function placeOf(file: string) {
  const [, area = '', folder = ''] = /^src\/server\/([^/]+)\/(?:([^/]+)\/)?/.exec(file) ?? []
  if (!area) return
  const layer = area === 'platform' ? platformLayers.findIndex((folders) => folders.includes(folder)) : 0
  return {
    folder: `server/${area}${area === 'platform' ? `/${folder}` : ''}`,
    area: (serverAreas as readonly string[]).indexOf(area),
    layer,
  }
}

type Edges = Map<string, Map<string, { file: string; line: number }>>

function addEdge(edges: Edges, from: string, to: string, at: { file: string; line: number }) {
  const found = edges.get(from) ?? new Map()
  if (!found.has(to)) found.set(to, at)
  edges.set(from, found)
}

/** Each folder directly in a room (`src/server/commerce/cart`), with all that is in it, and those that its files import. */
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

/** The folder directly in the room, as `src/server/commerce/cart`. */
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
