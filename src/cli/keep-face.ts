import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { plainColors } from '#contract/rules/theme-colors.ts'
import { readStoreStatus, storeStatusTags } from '../server/content/storefront/store-status.ts'
import { faceColors } from '../server/http/bare-pages.ts'
import type { Services } from '../server/platform/kernel/context.ts'
import { FACE_FILE } from './shop-face.ts'

const variables: Record<(typeof faceColors)[number], string> = {
  ground: '--color-background',
  card: '--color-surface',
  text: '--text-primary',
  quiet: '--text-muted',
  line: '--color-border',
  link: '--color-primary',
}

/** Writes it now and after each change of the storefront. A failure changes nothing for the running shop. */
export async function keepFace({ db, changes, config, log }: Services): Promise<() => void> {
  const write = async () => {
    try {
      const { look } = await readStoreStatus(db)
      const set = new Map(
        [...look.theme_colors, ...look.text_colors].map(({ variable, color }) => [variable, color]),
      )
      const colors = Object.fromEntries(
        faceColors.map((color) => [color, set.get(variables[color]) ?? plainColors[variables[color]]]),
      )
      const file = join(config.dataDir, FACE_FILE)
      await writeFile(`${file}.${process.pid}.part`, JSON.stringify({ name: look.name, colors }))
      await rename(`${file}.${process.pid}.part`, file)
    } catch (error) {
      log.warn({ cause: String(error) }, 'the look of the starting page was not stored')
    }
  }
  let writing = write()
  const stop = changes.subscribe((tags) => {
    if (tags.includes('*') || storeStatusTags.some((tag) => tags.includes(tag))) writing = writing.then(write)
  })
  await writing
  return stop
}
