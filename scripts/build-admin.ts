import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Manifest } from 'vite'
import type { AdminBuild } from '../src/server/http/admin/admin-pages.ts'
import { externalPluginFolders } from '../src/server/platform/config/external-plugins.ts'
import { hashSources, isCurrent, listSources, writeStamp } from './build-stamp.ts'

const root = dirname(import.meta.dirname)
const ENTRY = 'src/entry-admin.tsx'
const SOURCES = [
  ENTRY,
  'src/admin',
  'src/contract',
  'src/plugins',
  'src/ui',
  'scripts/build-admin.ts',
  'scripts/build-output.ts',
  'scripts/vite-plugins',
  'vite.config.ts',
  'package-lock.json',
  ...externalPluginFolders(root).map((folder) => relative(root, folder)),
]
/** The same sources give another build when the plugins of `VITRINE_PLUGINS` differ. */
const OPTIONS = JSON.stringify([ENTRY, externalPluginFolders(root)])

/**
 * Builds the back office into `dist/admin`, apart from the shop: neither changes a file of the other. The last build is
 * replaced at the end in one step. ADR 0043.
 */
export async function buildAdmin(out = join(root, 'dist/admin')) {
  const files = listSources(root, SOURCES)
  const hash = hashSources(root, files)
  const work = `${out}-next-${process.pid}`
  await mkdir(work, { recursive: true })
  const nodeEnv = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    const [vite, { adminConfig }, { compressFiles }] = await Promise.all([
      import('vite'),
      import('../vite.config.ts'),
      import('./build-output.ts'),
    ])
    await vite.build(adminConfig(ENTRY, work))
    const manifest: Manifest = JSON.parse(await readFile(join(work, '.vite/manifest.json'), 'utf8'))
    await writeFile(join(work, 'build.json'), JSON.stringify(describe(manifest)))
    await compressFiles(join(work, 'assets'))
    writeStamp(join(work, 'stamp.json'), { of: OPTIONS, hash, files })
    await rm(out, { recursive: true, force: true })
    await rename(work, out)
  } finally {
    if (nodeEnv === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = nodeEnv
    await rm(work, { recursive: true, force: true })
  }
}

function describe(manifest: Manifest): AdminBuild {
  const entry = manifest[ENTRY]
  if (!entry) throw new Error(`The build has no ${ENTRY}`)
  const styles = Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.css'))
  return {
    script: entry.file,
    styles: [...new Set([...(entry.css ?? []), ...styles])],
    preloads: (entry.imports ?? []).flatMap((key) => manifest[key]?.file ?? []),
  }
}

/** Rebuilds in a process of its own when the sources changed since the last build. @returns whether it built. */
export async function ensureAdminBuilt(out = join(root, 'dist/admin')): Promise<boolean> {
  if (isCurrent(root, join(out, 'stamp.json'), OPTIONS, listSources(root, SOURCES))) return false
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), out], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // A shop that stops does not wait for the build.
  child.unref()
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error('The back office could not be built')
  return true
}

const started = process.argv[1]
if (started && realpathSync(started) === import.meta.filename) await buildAdmin(process.argv[2])
