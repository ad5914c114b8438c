import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The build's options (`of`), a hash over its sources, and their sizes and times, which show without reading that no file was touched. */
export type Stamp = { of: string; hash: string; files: Record<string, string> }

const NOT_BUILT = /\.test\.tsx?$|(^|\/)\.(?!\.\/)|~$/

/** Names, sizes and times of all files below the sources (files or folders, relative to `root`). */
export function listSources(root: string, sources: string[]): Stamp['files'] {
  const files = sources.flatMap((source) => filesBelow(root, source)).filter((file) => !NOT_BUILT.test(file))
  return Object.fromEntries(
    files.sort().map((file) => {
      const { size, mtimeMs } = statSync(join(root, file))
      return [file, `${size} ${mtimeMs}`]
    }),
  )
}

export function hashSources(root: string, files: Stamp['files']) {
  const hash = createHash('sha256')
  for (const file of Object.keys(files)) {
    const text = readFileSync(join(root, file))
    hash.update(`${file} ${text.length}\n`).update(text)
  }
  return hash.digest('hex')
}

/**
 * Whether the stamp has the same options and sources. Touched files are read; when their contents are unchanged (a copied or newly
 * checked out folder), only the stamp is rewritten.
 */
export function isCurrent(root: string, stampFile: string, of: string, files: Stamp['files']): boolean {
  const stamp = readStamp(stampFile)
  if (stamp?.of !== of) return false
  if (JSON.stringify(stamp.files) === JSON.stringify(files)) return true
  const hash = hashSources(root, files)
  if (hash !== stamp.hash) return false
  writeStamp(stampFile, { of, hash, files })
  return true
}

export const writeStamp = (file: string, stamp: Stamp) => writeFileSync(file, JSON.stringify(stamp))

function readStamp(file: string): Stamp | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Missing or truncated.
    return undefined
  }
}

function filesBelow(root: string, source: string): string[] {
  const stat = statSync(join(root, source), { throwIfNoEntry: false })
  if (!stat) return []
  if (stat.isFile()) return [source]
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}
