import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { ownValue } from '#contract/rules/own-value.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import type { RunAs } from './postgres-user.ts'

export type Binaries = {
  postgres: string
  initdb: string
  pgCtl: string
  /** `18` */
  major: string
}

const platforms: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
}

/**
 * The PostgreSQL programs of the installed package, ready to run as `runAs`. The package's library links are created
 * when its install script did not run. When it cannot be used where it is (read-only without links, or closed to that
 * user), it is copied next to the data once per version.
 *
 * @throws EmbeddedPostgresError UNSUPPORTED when there are no binaries for this machine, or they do not run.
 */
export function prepareBinaries(options: {
  folder: string
  runAs?: RunAs
  packageFolder?: string
}): Binaries {
  const packageFolder = options.packageFolder ?? findPackage()
  const installed = join(packageFolder, 'native')
  if (makeLinks(packageFolder)) {
    const binaries = tryBinaries(installed, options.runAs)
    if ('major' in binaries) return binaries
  }

  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const copy = join(options.folder, `binaries-${version}`)
  if (!existsSync(copy)) copyPackage(packageFolder, copy)
  const binaries = tryBinaries(join(copy, 'native'), options.runAs)
  if ('major' in binaries) return binaries
  throw unsupported(`The PostgreSQL binaries do not run on this machine: ${binaries.problem}.`)
}

function findPackage(): string {
  if (process.platform === 'linux' && usesMusl()) {
    throw unsupported(
      'This Linux uses the musl C library (Alpine), for which there is no embedded PostgreSQL.',
    )
  }
  const platform = ownValue(platforms, `${process.platform}-${process.arch}`)
  if (!platform) {
    throw unsupported(`There is no embedded PostgreSQL for ${process.platform} on ${process.arch}.`)
  }
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch (cause) {
    throw unsupported(
      `The package @embedded-postgres/${platform} is not installed (optional dependencies were left out?).`,
      cause,
    )
  }
}

function usesMusl(): boolean {
  const report: { header?: { glibcVersionRuntime?: string } } = process.report.getReport()
  return report.header?.glibcVersionRuntime === undefined
}

/** True when every link of `pg-symlinks.json` exists afterwards; Windows has none. */
function makeLinks(packageFolder: string): boolean {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  return links.every(({ source, target }) => {
    const path = join(packageFolder, target)
    if (existsSync(path)) return true
    try {
      // Each link is in the folder of its target; a dangling one (a broken copy) is replaced.
      rmSync(path, { force: true })
      symlinkSync(basename(source), path)
    } catch {
      // Read-only, or another process was faster.
    }
    return existsSync(path)
  })
}

function tryBinaries(native: string, runAs: RunAs | undefined): Binaries | { problem: string } {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  const postgres = program('postgres')
  const user = runAs && { uid: runAs.uid, gid: runAs.gid }
  const { error, status, stdout, stderr } = spawnSync(postgres, ['--version'], {
    ...user,
    cwd: native,
    encoding: 'utf8',
  })
  const major = /PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  if (status === 0 && major) return { postgres, initdb: program('initdb'), pgCtl: program('pg_ctl'), major }
  return { problem: error?.message ?? (stderr.trim() || `${postgres} --version ended with ${status}`) }
}

/** Copies under another name first, so an interrupted copy is never mistaken for a complete one. */
function copyPackage(packageFolder: string, copy: string): void {
  const draft = `${copy}.draft-${process.pid}`
  try {
    cpSync(packageFolder, draft, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    })
    makeLinks(draft)
    openToAll(draft)
    renameSync(draft, copy)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** The source may be closed to others, and an unpacker may have dropped the x bits. */
function openToAll(folder: string): void {
  if (process.platform === 'win32') return
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile())
      chmodSync(path, basename(folder) === 'bin' || /\.so/.test(entry.name) ? 0o755 : 0o644)
  }
}

function unsupported(what: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'UNSUPPORTED',
    `${what} Give the shop a PostgreSQL database (version 15 or newer) by DATABASE_URL=postgres://user:password@host/name`,
    { cause },
  )
}
