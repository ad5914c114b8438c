import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faceColors, type ShopFace } from '../server/http/bare-pages.ts'
import type { Config } from '../server/platform/config/config.ts'

/** In the data folder: name and colours of the shop when it last ran, for the page that is shown while it starts. */
export const FACE_FILE = 'shop-face.json'
const MAX_NAME = 200

/** Undefined before the first run. What is not a name or a colour is left out, as it becomes part of a page. */
export function readFace({ dataDir }: Pick<Config, 'dataDir'>): ShopFace | undefined {
  try {
    const { name, colors } = JSON.parse(readFileSync(join(dataDir, FACE_FILE), 'utf8'))
    return {
      name: typeof name === 'string' ? name.slice(0, MAX_NAME) : '',
      colors: Object.fromEntries(
        faceColors.flatMap((color) =>
          /^#[0-9a-f]{3,8}$/i.test(String(colors?.[color])) ? [[color, String(colors[color])]] : [],
        ),
      ),
    }
  } catch {
    return undefined
  }
}
