import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, opendir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '../kernel/errors.ts'
import { type FileStorage, isStoredPath, requireStoredPath } from '../kernel/file-storage.ts'

/** Part of the name of a file that is being written; such files are not listed. */
const UNFINISHED = '.part-'

/** Files in a folder of this machine. Symlinks that leave it are not followed. Security §12. */
export function createDiskStorage(folder: string): FileStorage {
  async function locate(path: string): Promise<string> {
    const file = await realpath(join(folder, requireStoredPath(path)))
    if (!file.startsWith((await realpath(folder)) + sep))
      throw Object.assign(new Error(`"${path}" leaves the storage folder`), { code: 'ENOENT' })
    return file
  }

  async function writeStream(path: string, source: Readable) {
    const target = join(folder, requireStoredPath(path))
    await mkdir(dirname(target), { recursive: true })
    const unfinished = `${target}${UNFINISHED}${randomUUID()}`
    try {
      await pipeline(source, createWriteStream(unfinished))
      await rename(unfinished, target)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  return {
    async find(path) {
      if (!isStoredPath(path)) return undefined
      try {
        const stats = await stat(await locate(path))
        return stats.isFile() ? { path, size: stats.size, modifiedMs: stats.mtimeMs } : undefined
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    read: async (path) => readFile(await locate(path)),
    readStream: async (path, range) => createReadStream(await locate(path), range),
    write: (path, bytes) => writeStream(path, Readable.from([bytes])),
    writeStream,
    async remove(path) {
      await rm(join(folder, requireStoredPath(path)), { force: true })
    },
    async *list(under = '') {
      const start = under === '' ? folder : join(folder, requireStoredPath(under))
      const entries = await opendir(start, { recursive: true }).catch((error) => {
        if (isMissing(error)) return undefined
        throw error
      })
      for await (const entry of entries ?? []) {
        if (!entry.isFile()) continue
        const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
        if (!isStoredPath(path) || entry.name.includes(UNFINISHED)) continue
        const stats = await stat(join(folder, path)).catch(() => undefined)
        if (stats) yield { path, size: stats.size, modifiedMs: stats.mtimeMs }
      }
    },
  }
}

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes(errorCode(error) ?? '')
