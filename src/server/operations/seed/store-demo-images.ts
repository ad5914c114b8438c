import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileStorage } from '#server/platform/kernel/file-storage.ts'
import { seedFolder } from './demo-files.ts'
import { mediaPathOf } from './seed-catalog.ts'

/** Stores the demo shop's missing images, videos and icons without replacing any. Returns the number stored. */
export async function storeDemoImages(files: FileStorage): Promise<number> {
  const present = new Set<string>()
  for await (const { path } of files.list(mediaPathOf('').replace(/\/$/, ''))) present.add(path)
  let placed = 0
  for (const folder of ['images', 'icons', 'videos']) {
    const source = fileURLToPath(new URL(`${folder}/`, seedFolder))
    const missing = (await readdir(source)).filter((file) => !present.has(mediaPathOf(file)))
    await Promise.all(
      missing.map(async (file) => files.write(mediaPathOf(file), await readFile(join(source, file)))),
    )
    placed += missing.length
  }
  return placed
}
