import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Entries } from '../vite.config.ts'
import { hashSources, isCurrent, listSources, writeStamp } from './build-stamp.ts'

const root = dirname(import.meta.dirname)
const shop: Entries = { client: 'src/entry-client.tsx', server: 'src/entry-server.tsx' }

export type BuildOptions = {
  onProgress?: (message: string) => void
  /** Another application than the shop, such as a test's. */
  entries?: Entries
  /** What that is made from, besides the build itself: files and folders, relative to the project. */
  sources?: string[]
  /** Folder for the result, absolute. */
  out?: string
}

/**
 * Builds the browser's and the server's bundle into `dist`, the files that browsers fetch also compressed.
 * The former build is replaced in the end and at once; a server that runs on it has read all it needs.
 *
 * @throws when a module cannot be built, or the server's code has got into the browser's.
 */
export async function build({
  onProgress = () => {},
  entries = shop,
  sources = ['src'],
  out = join(root, 'dist'),
}: BuildOptions = {}) {
  // Before the work: what changes meanwhile must be noticed afterwards.
  const files = listSources(root, withOurs(sources))
  const hash = hashSources(root, files)
  const work = join(out, `.next-${process.pid}`)
  await mkdir(work, { recursive: true })
  try {
    onProgress('Building the browser’s side')
    await bundle('client', entries, join(work, 'client'))
    onProgress('Building the server’s side')
    await bundle('server', entries, join(work, 'server'))
    onProgress('Compressing')
    const { compressFiles, describeBuild } = await import('./build-output.ts')
    const info = describeBuild(join(work, 'client'), entries.client)
    await writeFile(join(work, 'build.json'), JSON.stringify(info))
    await compressFiles(join(work, 'client/assets'))
    // Cut off from here on, the next start builds anew.
    await rm(join(out, 'stamp.json'), { force: true })
    for (const name of ['client', 'server', 'build.json']) await replace(join(work, name), join(out, name))
    writeStamp(join(out, 'stamp.json'), { of: JSON.stringify(entries), hash, files })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/**
 * Builds where the sources are not those of the last build, and says whether it did. Some milliseconds when there is
 * nothing to do. The work is done in a process of its own: this one may be a server's, which must stay small.
 */
export async function ensureBuilt({
  onProgress = () => {},
  entries = shop,
  sources = ['src'],
  out = join(root, 'dist'),
}: BuildOptions = {}) {
  if (isCurrent(root, join(out, 'stamp.json'), JSON.stringify(entries), listSources(root, withOurs(sources))))
    return false
  const options = JSON.stringify({ entries, sources, out })
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface(child.stdout).on('line', onProgress)
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error('The shop could not be built')
  return true
}

const withOurs = (sources: string[]) => [
  ...sources,
  'scripts/build.ts',
  'scripts/build-output.ts',
  'scripts/vite-plugins',
  'vite.config.ts',
  'package-lock.json',
]

async function bundle(side: 'client' | 'server', entries: Entries, outDir: string) {
  const [vite, config] = await Promise.all([import('vite'), import('../vite.config.ts')])
  const asked = process.env.NODE_ENV
  // Vite and its React plugin go by this too, wherever they were started: in a test it says `test`.
  process.env.NODE_ENV = 'production'
  try {
    await vite.build(config[`${side}Config`](entries, outDir))
  } finally {
    if (asked === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = asked
  }
}

async function replace(next: string, last: string) {
  await rm(last, { recursive: true, force: true })
  await rename(next, last)
}

const started = process.argv[1]
if (started && realpathSync(started) === import.meta.filename) {
  await build({ onProgress: console.log, ...JSON.parse(process.argv[2] ?? '{}') })
}
