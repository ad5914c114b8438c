import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { externalPluginFolders } from '../src/server/platform/config/external-plugins.ts'
import type { Entries } from '../vite.config.ts'
import { hashSources, isCurrent, listSources, writeStamp } from './build-stamp.ts'
import { holdLock } from './launch/hold-lock.mjs'
import { keepPreviousAssets, listAssets } from './previous-assets.ts'

const root = dirname(import.meta.dirname)
const shop: Entries = {
  client: 'src/entry-client.tsx',
  server: 'src/entry-server.tsx',
  program: 'src/cli/vitrine.ts',
  worker: 'src/entry-worker.ts',
}

export type BuildOptions = {
  onProgress?: (message: string) => void
  /** Entries of another application than the shop, such as a test's. */
  entries?: Entries
  /** Its sources besides the build scripts: files and folders, relative to the project. */
  sources?: string[]
  /** Absolute path of the output folder. */
  out?: string
}

/**
 * Builds the browser and server bundles into `dist`, with compressed copies of the browser files. The last build is replaced at the
 * end in one step; a running server has already read its files. Browser files of previous builds stay available
 * (`previous-assets.ts`).
 *
 * @throws when a module cannot be built or browser code contains server code.
 */
export async function build({
  onProgress = () => {},
  entries = shop,
  sources = ['src'],
  out = join(root, 'dist'),
}: BuildOptions = {}) {
  // Listed before the build, so that changes during the build are detected afterwards.
  const files = listSources(root, withOurs(sources))
  const hash = hashSources(root, files)
  const work = join(out, `.next-${process.pid}`)
  await mkdir(work, { recursive: true })
  try {
    onProgress('Building the browser bundle')
    await bundle('client', entries, join(work, 'client'))
    onProgress('Building the server bundle')
    await bundle('server', entries, join(work, 'server'))
    if (entries.program) await bundle('program', entries, join(work, 'program'))
    if (entries.worker) await bundle('worker', entries, join(work, 'worker'))
    onProgress('Compressing')
    const { compressFiles, describeBuild } = await import('./build-output.ts')
    const described = describeBuild(join(work, 'client'), entries.client)
    const info = { ...described, assets: await listAssets(join(work, 'client/assets')) }
    const previous = await keepPreviousAssets(out, work, info)
    await writeFile(join(work, 'build.json'), JSON.stringify({ ...info, previous }))
    await compressFiles(join(work, 'client/assets'))
    // Without the stamp, the next start rebuilds after an interruption from here on.
    await rm(join(out, 'stamp.json'), { force: true })
    for (const name of ['client', 'server', 'build.json']) await replace(join(work, name), join(out, name))
    if (entries.worker) await replace(join(work, 'worker'), join(out, 'worker'))
    if (entries.program) await replaceProgram(join(work, 'program'), join(out, 'program'))
    writeStamp(join(out, 'stamp.json'), { of: optionsOf(entries), hash, files })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Set when this process has found the shop's build current at its start, which then holds for the start. */
let isKnownCurrent = false

/**
 * The bundled program, when it is current and has all plugins: those of `VITRINE_PLUGINS` import the modules of the sources, which
 * would exist twice. Undefined: the program runs from its sources.
 */
export function findBuiltProgram(): string | undefined {
  const out = join(root, 'dist')
  const file = join(out, 'program/vitrine.js')
  try {
    if (externalPluginFolders(root).length > 0 || !existsSync(file)) return undefined
    isKnownCurrent = isCurrent(
      root,
      join(out, 'stamp.json'),
      optionsOf(shop),
      listSources(root, withOurs(['src'])),
    )
    return isKnownCurrent ? file : undefined
  } catch {
    // The program itself reports a wrong configuration.
    return undefined
  }
}

/**
 * Rebuilds when the sources changed since the last build, which takes milliseconds to check. The build runs in its own process,
 * because this one may be a server, whose memory must stay small. Processes that start at once build once. @returns whether it was
 * built, by this process or another one.
 */
export async function ensureBuilt({
  onProgress = () => {},
  entries = shop,
  sources = ['src'],
  out = join(root, 'dist'),
}: BuildOptions = {}) {
  if (isKnownCurrent && entries === shop) return false
  const isBuilt = () =>
    isCurrent(root, join(out, 'stamp.json'), optionsOf(entries), listSources(root, withOurs(sources)))
  if (isBuilt()) return false
  await mkdir(out, { recursive: true })
  // Two builds at once would replace each other's files.
  const release = await holdLock(join(out, '.build-lock'), { say: onProgress, work: 'building the shop' })
  try {
    if (!isBuilt()) await buildInChild({ entries, sources, out }, onProgress)
  } finally {
    release()
  }
  return true
}

async function buildInChild(options: BuildOptions, onProgress: (message: string) => void) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface(child.stdout).on('line', onProgress)
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error('The shop could not be built')
}

const withOurs = (sources: string[]) => [
  ...sources,
  'scripts/build.ts',
  'scripts/build-output.ts',
  'scripts/previous-assets.ts',
  'scripts/vite-plugins',
  'vite.config.ts',
  'package-lock.json',
  ...externalPluginFolders(root).map((folder) => relative(root, folder)),
]

/** The same sources give another build when the plugins of `VITRINE_PLUGINS` differ. */
const optionsOf = (entries: Entries) => JSON.stringify([entries, externalPluginFolders(root)])

async function bundle(side: keyof Entries, entries: Entries, outDir: string) {
  const [vite, config] = await Promise.all([import('vite'), import('../vite.config.ts')])
  const nodeEnv = process.env.NODE_ENV
  // Vite and its React plugin read this too, and under Vitest it is `test`.
  process.env.NODE_ENV = 'production'
  try {
    await vite.build(
      side === 'program' || side === 'worker'
        ? config[`${side}Config`](entries[side] as string, outDir)
        : config[`${side}Config`](entries, outDir),
    )
  } finally {
    if (nodeEnv === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = nodeEnv
  }
}

async function replace(next: string, last: string) {
  await rm(last, { recursive: true, force: true })
  await rename(next, last)
}

/** A process of the build before may still import its files later, so they stay until the build after the next. */
async function replaceProgram(next: string, last: string) {
  const list = join(last, 'files.json')
  const before: string[] = await readFile(list, 'utf8').then(JSON.parse, () => [])
  const files = await readdir(next)
  await mkdir(last, { recursive: true })
  for (const name of await readdir(last)) if (!before.includes(name)) await rm(join(last, name))
  for (const name of files) await rename(join(next, name), join(last, name))
  await writeFile(list, JSON.stringify(files))
}

const started = process.argv[1]
if (started && realpathSync(started) === import.meta.filename) {
  await build({ onProgress: console.log, ...JSON.parse(process.argv[2] ?? '{}') })
}
