import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { doors, isBrowsers, isFree, isServers, isTest, rooms, unspeaking, words } from './import-rules.ts'
import { type Import, type Module, readImports } from './read-imports.ts'

export type Violation = { file: string; line: number; rule: string }

const CHECKED = ['src', 'scripts', 'tests', 'e2e', 'bench']
const CODE = /\.tsx?$/

/**
 * Holds the house to its table (`import-rules.ts`; architecture, "The house").
 *
 * @param sources text by path; paths relative to the project, with `/`
 * @returns what is against it, in the order of files and lines
 */
export function findViolations(sources: Record<string, string>): Violation[] {
  const files = Object.keys(sources).sort()
  const modules = new Map(
    files
      .filter((file) => CODE.test(file))
      .map((file) => [file, readImports(file, sources[file] as string)] as const),
  )
  const reachesServer = findServersFiles(modules)
  return files.flatMap((file) => {
    const found: Violation[] = []
    const note = (line: number, rule: string) => found.push({ file, line, rule })
    if (unspeaking.test(file)) note(1, words.name)
    const { imports, isBarrel } = modules.get(file) ?? { imports: [], isBarrel: false }
    if (isBarrel) note(1, words.barrel)
    for (const one of imports) {
      for (const rule of brokenBy(file, one, reachesServer)) note(one.line, rule)
    }
    const circle = findCircle(file, modules)
    if (circle) note(circle.line, words.circle(circle.files))
    return found
  })
}

function brokenBy(file: string, { specifier, target, isType }: Import, reachesServer: Set<string>) {
  if (target === undefined) return []
  const broken: string[] = []
  if (!/\.[a-z]+(\?[a-z]+)?$/.test(specifier)) broken.push(words.ending)
  if (target.endsWith('.module.css') && dirname(target) !== dirname(file)) broken.push(words.css)
  if (isTest(file)) return broken

  const [from, to] = [roomOf(file), roomOf(target)]
  if (/^(\.\/)?\.\.\/\.\.\//.test(specifier)) broken.push(words.path)
  else if (specifier.startsWith('../') && from !== to && !isFree(file)) broken.push(words.path)
  if (isFree(file)) return broken

  const hasDoor = doors.some((door) => door.from.test(file) && door.to.test(target))
  if (from !== to && !hasDoor && !rooms[from]?.includes(to)) broken.push(words.room(from, to))
  if (isType) return broken
  if (isBrowsers(file) && reachesServer.has(target)) broken.push(words.side)
  // Within its runtime, `pages` renders on both sides.
  if (isServers(file) && isBrowsers(target) && from !== 'pages') broken.push(words.browserInServer)
  return broken
}

const roomOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1] ?? ''

/** The server's files, and those that are so by what they import. */
function findServersFiles(modules: Map<string, Module>): Set<string> {
  const found = new Set([...modules.keys()].filter(isServers))
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const [file, { imports }] of modules) {
      if (imports.some(({ target, isType }) => target && !isType && found.has(target))) found.add(file)
    }
  }
  return found
}

/** The shortest way from a file back to itself, told once: at the first of its files by name. */
function findCircle(start: string, modules: Map<string, Module>) {
  const from = new Map<string, string>()
  const waiting = [start]
  for (const file of waiting) {
    for (const { target, isType, isDynamic, line } of modules.get(file)?.imports ?? []) {
      if (target === undefined || isType || isDynamic || !modules.has(target)) continue
      if (target === start) {
        const files = wayTo(file, from)
        const first = modules.get(start)?.imports.find((one) => one.target === (files[1] ?? start))
        return { files: [...files, start], line: first?.line ?? line }
      }
      // A circle through an earlier file was told there.
      if (target < start || from.has(target)) continue
      from.set(target, file)
      waiting.push(target)
    }
  }
  return undefined
}

function wayTo(file: string, from: Map<string, string>): string[] {
  const before = from.get(file)
  return before === undefined ? [file] : [...wayTo(before, from), file]
}

function readSources(root: string) {
  const files = CHECKED.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length).replaceAll('\\', '/')),
  )
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

const started = process.argv[1]
if (started && realpathSync(started) === import.meta.filename) {
  const sources = readSources(dirname(import.meta.dirname))
  const violations = findViolations(sources)
  for (const { file, line, rule } of violations) console.log(`${file}:${line}  ${rule}`)
  console.log(`${Object.keys(sources).length} files, ${violations.length} violations`)
  process.exitCode = violations.length > 0 ? 1 : 0
}
