/**
 * The last step of the build of an image (`Dockerfile`): removes from `node_modules` what a started shop never loads, and checks that the
 * rest is whole. What stays are the packages that the built program and pages name, with those that they depend on; of these no TypeScript,
 * source maps and static libraries.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { prepareBinaries } from '#server/platform/db/launcher/postgres-binaries.ts'
import { readImports } from '../read-imports.ts'

const root = join(import.meta.dirname, '../..')

/** An image brings the pages that they build. */
const isBuildTool = (name: string) => /^(vite|@vitejs\/plugin-react)$/.test(name)

/** The names of these are put together where they are read; commands run from their sources, which import kysely, from the bundle. */
const isUnnamed = (name: string) => name.startsWith('@fontsource') || name === 'kysely'

type Locked = Partial<
  Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>
> & { peerDependenciesMeta?: Record<string, { optional?: boolean }> }

const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const { packages }: { packages: Record<string, Locked> } = readJson('package-lock.json')

const bundles = ['dist/program', 'dist/server'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ file: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') })),
)

const { dependencies, optionalDependencies }: Locked = readJson('package.json')

/** The dependencies of the project that a bundle names, in an import or where it resolves a file. */
function readRoots(): string[] {
  const named = Object.keys({ ...dependencies }).filter(
    (name) =>
      !isBuildTool(name) &&
      (isUnnamed(name) || bundles.some(({ text }) => new RegExp(`["'\`]${name}["'\`/]`).test(text))),
  )
  // The Node of the base image runs the shop.
  const databases = Object.keys({ ...optionalDependencies }).filter((name) => !name.startsWith('node-'))
  return [...named, ...databases]
}

/** Where Node finds a package that is imported at `from`, as in the lockfile; undefined when it is not installed. */
function resolve(name: string, from: string): string | undefined {
  for (let place = from; ; place = dirname(place)) {
    const path = join(place === '.' ? '' : place, 'node_modules', name)
    if (packages[path]) return existsSync(join(root, path)) ? path : undefined
    if (place === '' || place === '.') return undefined
  }
}

/** Paths of the packages and of all that they depend on. */
function withDependencies(names: readonly string[]): Set<string> {
  const kept = new Set<string>()
  const add = (name: string, from: string) => {
    const path = resolve(name, from)
    if (!path || kept.has(path)) return
    kept.add(path)
    const { peerDependencies, peerDependenciesMeta, ...needed } = packages[path] ?? {}
    // An optional one is used where the project has it for that: flydrive signs addresses in a bucket.
    const peers = Object.keys({ ...peerDependencies }).filter(
      (peer) => !peerDependenciesMeta?.[peer]?.optional || dependencies?.[peer],
    )
    for (const next of [...Object.keys({ ...needed.dependencies, ...needed.optionalDependencies }), ...peers])
      add(next, path)
  }
  for (const name of names) add(name, '')
  return kept
}

/** Node runs no TypeScript below `node_modules`. */
const isUnused = (file: string) => /\.(map|a|[cm]?tsx?)$/.test(file)

function prune(kept: ReadonlySet<string>) {
  for (const path of Object.keys(packages))
    if (path.startsWith('node_modules/') && !kept.has(path))
      rmSync(join(root, path), { recursive: true, force: true })
  const modules = join(root, 'node_modules')
  for (const name of ['.bin', '.cache']) rmSync(join(modules, name), { recursive: true, force: true })
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && isUnused(entry.name)) rmSync(join(entry.parentPath, entry.name))
}

/** @throws when an import of a bundle does not load, or PostgreSQL does not run. */
async function check() {
  const specifiers = new Set(
    bundles.flatMap(({ file, text }) => readImports(file, text).imports.map(({ specifier }) => specifier)),
  )
  for (const specifier of specifiers)
    if (/^[@a-z]/.test(specifier) && !specifier.startsWith('node:') && !isBuildTool(specifier))
      await import(specifier)
  // Creates the links of its libraries too, which a started shop cannot in an image that is only read.
  prepareBinaries({ folder: mkdtempSync(join(tmpdir(), 'binaries-')) })
  console.log(`${specifiers.size} imports load, PostgreSQL runs`)
}

prune(withDependencies(readRoots()))
await check()
