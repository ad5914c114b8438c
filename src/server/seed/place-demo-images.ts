import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seedFolder } from './demo-files.ts'
import { mediaPathOf } from './seed-catalogue.ts'

/**
 * Puts the demo shop's pictures and icons into the media folder where they are missing; what is there stays as it is.
 * Returns how many were placed. Copies, since a link would let a changed picture change the package.
 */
export async function placeDemoImages(mediaDir: string): Promise<number> {
  const target = join(mediaDir, mediaPathOf(''))
  await mkdir(target, { recursive: true })
  const present = new Set(await readdir(target))
  let placed = 0
  for (const folder of ['images', 'icons']) {
    const source = fileURLToPath(new URL(`${folder}/`, seedFolder))
    const missing = (await readdir(source)).filter((file) => !present.has(file))
    await Promise.all(missing.map((file) => place(join(source, file), join(target, file))))
    placed += missing.length
  }
  return placed
}

/** Under its name only when it is whole: a start that is cut short leaves no half picture. */
async function place(source: string, target: string) {
  const unfinished = `${target}.part-${process.pid}`
  await copyFile(source, unfinished, constants.COPYFILE_FICLONE)
  await rename(unfinished, target)
}
