import { readFileSync } from 'node:fs'
import { copyFile, link, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuildInfo } from './build-output.ts'

/** Pages that were open during this many deploys can still load their chunks. */
const KEPT_BUILDS = 3

/** Names of a build's browser files without their compressed copies. */
export const listAssets = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => !/\.(br|gz)$/.test(name)).sort()

/**
 * Copies the browser files of previous builds into `client/previous` of a new one. Names contain a content hash, so files of the
 * same name are identical.
 *
 * @param out the folder of the last build, which need not exist
 * @param next the folder of the new one
 * @returns the file names by build, latest first, for the next build.
 */
export async function keepPreviousAssets(
  out: string,
  next: string,
  info: Pick<BuildInfo, 'id' | 'assets'>,
): Promise<string[][]> {
  const last = readBuildInfo(out)
  if (!last?.assets) return []
  const builds = (last.id === info.id ? last.previous : [last.assets, ...(last.previous ?? [])])?.slice(
    0,
    KEPT_BUILDS,
  )
  const target = join(next, 'client/previous')
  await mkdir(target, { recursive: true })
  const wanted = new Set(builds?.flat())
  for (const name of info.assets) wanted.delete(name)
  // The later folder wins; an interrupted build may have left a file in either.
  for (const folder of [join(out, 'client/previous'), join(out, 'client/assets')])
    for (const name of await namesIn(folder))
      if (wanted.has(name.replace(/\.(br|gz)$/, ''))) await linkOrCopy(join(folder, name), join(target, name))
  return builds ?? []
}

function readBuildInfo(out: string): BuildInfo | undefined {
  try {
    return JSON.parse(readFileSync(join(out, 'build.json'), 'utf8'))
  } catch {
    // Missing or truncated: there is nothing to keep.
    return undefined
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function linkOrCopy(from: string, to: string) {
  try {
    await link(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    // A file system without hard links.
    await copyFile(from, to)
  }
}
