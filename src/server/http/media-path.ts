import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

export type MediaFile = { file: string; mtimeMs: number; size: number }

/** Letters, digits and what file names have besides; never a dot first, so neither `..` nor hidden files. */
const SEGMENT = /^[\p{L}\p{N}_][\p{L}\p{N} _.,~@+()-]*$/u

/** A path inside the media folder, as addresses and tables write it: `kiln/banyan-fan-mug--terra.avif`. */
export const isMediaPath = (path: string) =>
  path.length <= 300 && path.split('/').every((segment) => SEGMENT.test(segment))

/**
 * The file of a path in the media folder; undefined when there is none, when the path could leave the folder, or when
 * it does so by a link.
 */
export async function findMediaFile(mediaDir: string, path: string): Promise<MediaFile | undefined> {
  if (!isMediaPath(path)) return undefined
  try {
    const file = await realpath(join(mediaDir, path))
    if (!file.startsWith((await realpath(mediaDir)) + sep)) return undefined
    const { mtimeMs, size, isFile } = await statOf(file)
    return isFile ? { file, mtimeMs, size } : undefined
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes(String((error as { code?: unknown }).code)))
      return undefined
    throw error
  }
}

async function statOf(file: string) {
  const stats = await stat(file)
  return { mtimeMs: stats.mtimeMs, size: stats.size, isFile: stats.isFile() }
}
