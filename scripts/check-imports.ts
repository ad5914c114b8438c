import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findFolderViolations } from './folder-rules.ts'
import {
  bannedNames,
  callContext,
  exceptions,
  isAdminPart,
  isBrowsers,
  isFree,
  isPluginList,
  isServers,
  isTest,
  mayUseCallContext,
  pluginOf,
  rooms,
  ruleMessages,
} from './import-rules.ts'
import { type Import, type Module, readImports } from './read-imports.ts'

export type Violation = { file: string; line: number; rule: string }

const CHECKED = ['src', 'examples', 'scripts', 'tests', 'e2e', 'bench']
const CODE = /\.tsx?$/

/**
 * Checks every import against the rules in `import-rules.ts` (architecture, "Layout").
 *
 * @param sources text by path; paths relative to the project, with `/`
 * @returns the violations, ordered by file and line
 */
export function findViolations(sources: Record<string, string>): Violation[] {
  const files = Object.keys(sources).sort()
  const modules = new Map(
    files
      .filter((file) => CODE.test(file))
      .map((file) => [file, readImports(file, sources[file] as string)] as const),
  )
  const reachesServer = findServersFiles(modules)
  const ofFiles = files.flatMap((file) => {
    const found: Violation[] = []
    const note = (line: number, rule: string) => found.push({ file, line, rule })
    if (bannedNames.test(file)) note(1, ruleMessages.name)
    const { imports, isBarrel } = modules.get(file) ?? { imports: [], isBarrel: false }
    if (isBarrel) note(1, ruleMessages.barrel)
    for (const one of imports) {
      for (const rule of brokenBy(file, one, reachesServer)) note(one.line, rule)
    }
    const circle = findCircle(file, modules)
    if (circle) note(circle.line, ruleMessages.circle(circle.files))
    return found
  })
  return [...ofFiles, ...findFolderViolations(modules)]
}

function brokenBy(file: string, { specifier, target, isType }: Import, reachesServer: Set<string>) {
  if (target === undefined) return []
  const broken: string[] = []
  if (!/\.[a-z]+(\?[a-z]+)?$/.test(specifier)) broken.push(ruleMessages.ending)
  if (target.endsWith('.module.css') && dirname(target) !== dirname(file)) broken.push(ruleMessages.css)
  if (isTest(file)) return broken
  // Scripts may import tests, because some run them: `npm run faults`.
  if (file.startsWith('src/') && isTest(target)) return [...broken, ruleMessages.test]

  if (target === callContext && !mayUseCallContext(file)) broken.push(ruleMessages.callContext)

  const plugin = pluginOf(target)
  if (plugin !== undefined && plugin !== pluginOf(file)) {
    if (!isPluginList(file)) broken.push(ruleMessages.plugin)
    else if (isAdminPart(target) !== isAdminList(file) && !isType) broken.push(ruleMessages.adminPart)
    return broken
  }

  const [from, to] = [roomOf(file), roomOf(target)]
  if (/^(\.\/)?\.\.\/\.\.\//.test(specifier)) broken.push(ruleMessages.path)
  else if (specifier.startsWith('../') && from !== to && !isFree(file)) broken.push(ruleMessages.path)
  if (isFree(file)) return broken
  if (isAdminPart(target) && !isAdminPart(file)) broken.push(ruleMessages.adminPart)
  if (isAdminPart(file) && !['plugins', 'admin', 'contract', 'ui'].includes(to))
    broken.push(ruleMessages.adminPart)

  const hasException = exceptions.some((exception) => exception.from.test(file) && exception.to.test(target))
  if (from !== to && !hasException && !rooms[from]?.includes(to)) broken.push(ruleMessages.room(from, to))
  if (isType) return broken
  if (isBrowsers(file) && reachesServer.has(target)) broken.push(ruleMessages.side)
  // The `pages` runtime renders on both sides.
  if (isServers(file) && isBrowsers(target) && from !== 'pages') broken.push(ruleMessages.browserInServer)
  return broken
}

const isAdminList = (file: string) => file === 'src/plugins/installed.admin.ts'

const roomOf = (file: string) => /^(?:src|examples(?=\/plugins\/))\/([^/]+)\//.exec(file)?.[1] ?? ''

/** The server files and every file that imports one, directly or indirectly. */
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

/** The shortest import cycle through a file, reported only at its first file by name. */
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
      // A cycle through an earlier file was reported there.
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
